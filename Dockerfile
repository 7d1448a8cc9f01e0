# The café server from its wheel and its pins: `make release`, then `docker build -t cafe-international .`
# For the same base every time: --build-arg BASE=python:3.13-slim@sha256:...
ARG BASE=python:3.13-slim
FROM ${BASE}

COPY requirements-run.txt dist/*.whl /tmp/
RUN pip install --no-cache-dir --no-deps --require-hashes -r /tmp/requirements-run.txt \
    && pip install --no-cache-dir --no-deps --no-index /tmp/*.whl \
    && pip check \
    && rm /tmp/requirements-run.txt /tmp/*.whl \
    && useradd --system --no-create-home --uid 10001 cafe \
    && install --directory --owner cafe --mode 0700 /data

USER 10001
# Without CAFE_DATABASE_URL everything is in one SQLite file in /data; nothing else is written to.
ENV CAFE_HOST=0.0.0.0 \
    CAFE_PORT=8989 \
    CAFE_DATA_DIRECTORY=/data
VOLUME /data
EXPOSE 8989
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD \
    ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8989/readyz', timeout=4)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["cafe"]
CMD ["serve"]
