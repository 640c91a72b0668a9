# SPDX-License-Identifier: Apache-2.0
"""The log endpoint of a kubelet, played: what /containerLogs of a real one answers to the API server.

Every container writes "line N of POD/CONTAINER" once a second from its start; after a restart there is a previous instance
with three lines. Paths, parameters and refusals: pkg/kubelet/server of Kubernetes 1.20.
"""

import http.server
import ssl
import time
import urllib.parse

from kube_api import ApiError, pod_path

_KEPT = 5000  # lines that are kept of a log


def _seconds(text):
    return int(time.mktime(time.strptime(text, "%Y-%m-%dT%H:%M:%SZ")) - time.timezone)


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    api = None

    def do_GET(self):
        address = urllib.parse.urlsplit(self.path)
        asked = {name: values[0] for name, values in urllib.parse.parse_qs(address.query).items()}
        parts = address.path.strip("/").split("/")
        if len(parts) != 4 or parts[0] != "containerLogs":
            return self._refuse(404, "no such path")
        _, namespace, name, container = parts
        try:
            pod = self.api.get(pod_path(namespace, name))
        except ApiError:
            return self._refuse(404, f'pod "{name}" does not exist')
        started = [status for status in pod["status"].get("containerStatuses", []) if status["name"] == container and status["started"]]
        if not started:
            return self._refuse(400, f'container "{container}" in pod "{name}" is waiting to start: ContainerCreating')
        begin = _seconds(started[0]["state"]["running"]["startedAt"])
        if asked.get("previous") == "true":
            if not started[0]["restartCount"]:
                return self._refuse(400, f'previous terminated container "{container}" in pod "{name}" not found')
            return self._write(f"{name}/{container} (previous)", begin - 3, begin - 3, begin - 1, asked, lambda: False)
        return self._write(f"{name}/{container}", begin, begin, int(time.time()), asked, lambda: self._runs(namespace, name))

    def _runs(self, namespace, name):
        try:
            return not self.api.get(pod_path(namespace, name))["metadata"].get("deletionTimestamp")
        except (ApiError, OSError):
            return False

    def _write(self, what, begin, first, last, asked, goes_on):
        tail = int(asked.get("tailLines", _KEPT))
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        at = max(first, last - tail + 1)
        while True:
            lines = "".join(self._line(what, second, begin, asked) for second in range(at, last + 1))
            if lines:
                self._chunk(lines)
            at = max(at, last + 1)
            if asked.get("follow") != "true" or not goes_on():
                break
            time.sleep(0.2)
            last = int(time.time())
        self._chunk("")

    @staticmethod
    def _line(what, second, begin, asked):
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S.000000000Z ", time.gmtime(second)) if asked.get("timestamps") == "true" else ""
        return f"{stamp}line {second - begin} of {what}\n"

    def _chunk(self, text):
        data = text.encode()
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def _refuse(self, status, words):
        data = (words + "\n").encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


def serve(api, state, port):
    """Answers until the program ends."""
    _Handler.api = api
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), _Handler)
    server.daemon_threads = True
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{state}/pki/server.crt", f"{state}/pki/server.key")
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    server.serve_forever()
