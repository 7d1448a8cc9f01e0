# The café server from its wheel: `make release`, then `docker build -t cafe-international .`
FROM python:3.13-slim

RUN useradd --system --create-home --uid 10001 cafe && mkdir /data && chown cafe /data
COPY dist/*.whl /tmp/
RUN pip install --no-cache-dir "$(echo /tmp/*.whl)[server]" && rm /tmp/*.whl

USER cafe
# Without CAFE_DATABASE_URL everything is in one SQLite file in /data.
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
