"""The command `rulewright`, one module per command."""
