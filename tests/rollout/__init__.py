"""No request is lost when instances are replaced: ``make rollout-test``."""
