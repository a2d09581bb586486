"""What production starts: ``gunicorn -c service/gunicorn_conf.py service.wsgi:app``."""

import os

from service.app import boot

app = boot(os.environ)
