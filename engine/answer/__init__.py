"""Answers in words: facts of one request, their wording by language, and the template answer."""
