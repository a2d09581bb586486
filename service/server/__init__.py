"""The gunicorn worker: no client, however slow or many, keeps another from being served."""
