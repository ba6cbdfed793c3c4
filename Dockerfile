# Maecenas in a container: without root, and with the database on the volume /data.
#
#   # Remove MAECENAS_DATABASE and MAECENAS_HEALTH_PORT from .env first: they are set below.
#   docker build -t maecenas .
#   docker run -d --name maecenas --env-file .env -v maecenas:/data maecenas
#
# `docker stop` sends SIGTERM: the bot stops within five seconds.

FROM python:3.11-slim

COPY . /src
# Only the files that the tests were run with, and those that build the package, are installed.
RUN pip install --no-cache-dir --require-hashes --only-binary :all: -r /src/requirements.lock \
    && pip install --no-cache-dir --no-deps --no-build-isolation /src && rm -r /src \
    && useradd --system --no-create-home --shell /usr/sbin/nologin maecenas \
    && install -o maecenas -g maecenas -m 700 -d /data

USER maecenas
WORKDIR /data
VOLUME /data
ENV MAECENAS_DATABASE=/data/maecenas.db MAECENAS_HEALTH_PORT=8766

HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["python", "-c", \
    "import json, urllib.request as r; assert json.load(r.urlopen('http://127.0.0.1:8766/health'))['connected']"]

# As a list, so that signals reach the bot itself.
CMD ["maecenas", "run"]
