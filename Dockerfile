# Built from the lock files alone, so the same sources give the same packages.

FROM python:3.13-slim AS build
# pip's cache outlives a build; where it lies is named, so that no home folder matters.
ENV PIP_CACHE_DIR=/var/cache/pip \
    PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /src
# The service's venv goes into the image, so it gets no pip; the tools' venv installs into it from outside.
RUN python3 -m venv /opt/tools && python3 -m venv --without-pip /opt/venv

# Dependencies change seldom: a layer of their own, before the sources.
COPY requirements.lock requirements-build.lock ./
RUN --mount=type=cache,target=/var/cache/pip \
    /opt/tools/bin/python -m pip install --require-hashes -r requirements-build.lock \
    && /opt/tools/bin/python -m pip --python /opt/venv/bin/python install --require-hashes -r requirements.lock

COPY pyproject.toml README.md openapi.yaml ./
COPY service ./service
RUN /opt/tools/bin/python -m pip wheel --no-index --no-deps --no-build-isolation --wheel-dir /dist . \
    && /opt/tools/bin/python -m pip --python /opt/venv/bin/python install --no-index --no-deps /dist/*.whl


FROM python:3.13-slim
# 0.0.0.0: inside a container, loopback would be out of reach of everybody.
# No bytecode is written: the root is read-only, and pip compiled all there is.
# Safe path: nothing is imported from the working folder.
ENV HOST=0.0.0.0 \
    PORT=8000 \
    PATH=/opt/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONSAFEPATH=1 \
    PYTHONUNBUFFERED=1
COPY --from=build /opt/venv /opt/venv
WORKDIR /
# A number, so that Kubernetes can see that it is not root. It owns no file here.
USER 10001:10001
EXPOSE 8000
# With what is there anyway: the image needs no curl and no shell.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
    CMD ["/opt/venv/bin/python", "-c", "import http.client, os, sys; c = http.client.HTTPConnection('127.0.0.1', int(os.environ.get('PORT') or 8000), timeout=3); c.request('GET', '/livez'); sys.exit(c.getresponse().status != 200)"]
CMD ["/opt/venv/bin/python", "-m", "gunicorn", "-c", "python:service.gunicorn_conf", "service.wsgi:app"]

# Last, since they change with every build. /version tells the revision too.
ARG VERSION=unknown
ARG REVISION=unknown
ENV REVISION=${REVISION}
LABEL org.opencontainers.image.title="hand-ranking" \
      org.opencontainers.image.description="Ranks, arranges, compares and pays out hands of QiuQiu and Piquet over HTTP" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
