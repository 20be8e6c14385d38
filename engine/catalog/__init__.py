"""Fields and wants: what a parameter means, where it reads, hard or soft."""
