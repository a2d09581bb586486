"""What the service costs, as ratios of interleaved runs: machines are noisy, so read the ratios."""
