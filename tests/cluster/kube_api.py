# SPDX-License-Identifier: Apache-2.0
"""A small client of the test API server: plain requests, lists, and a watch that survives a restart of the server."""

import http.client
import json
import ssl
import threading
import time
import urllib.parse

MERGE_PATCH = "application/merge-patch+json"
_PAGE = 2000
_RETRY_SECONDS = 0.2


class ApiError(Exception):
    def __init__(self, status, body):
        super().__init__(f"HTTP {status}: {body.get('message', body) if isinstance(body, dict) else body}")
        self.status = status
        self.body = body


class Api:
    """One API server as one user; threads each keep a connection of their own."""

    def __init__(self, server, ca_file, cert_file=None, key_file=None, token=None):
        self._address = urllib.parse.urlsplit(server)
        self._tls = ssl.create_default_context(cafile=ca_file)
        if cert_file:
            self._tls.load_cert_chain(cert_file, key_file)
        self._headers = {"Accept": "application/json", "User-Agent": "cardinal-test-cluster"}
        if token:
            self._headers["Authorization"] = "Bearer " + token
        self._local = threading.local()

    def close(self):
        """Closes the calling thread's connection."""
        connection = getattr(self._local, "connection", None)
        if connection:
            connection.close()
            self._local.connection = None

    def _connect(self, timeout):
        return http.client.HTTPSConnection(self._address.hostname, self._address.port, timeout=timeout, context=self._tls)

    def _send(self, method, path, body, headers):
        connection = getattr(self._local, "connection", None)
        fresh = connection is None
        if fresh:
            connection = self._local.connection = self._connect(30)
        try:
            connection.request(method, path, body=body, headers=headers)
            response = connection.getresponse()
            return response.status, response.read()
        except (OSError, http.client.HTTPException):
            connection.close()
            self._local.connection = None
            if fresh:
                raise
        return self._send(method, path, body, headers)  # the server had closed an idle connection

    def request(self, method, path, body=None, content_type="application/json"):
        headers = dict(self._headers)
        payload = None
        if body is not None:
            payload = json.dumps(body).encode()
            headers["Content-Type"] = content_type
        status, answer = self._send(method, path, payload, headers)
        try:
            decoded = json.loads(answer) if answer else {}
        except ValueError:
            decoded = answer.decode(errors="replace")
        if status >= 400:
            raise ApiError(status, decoded)
        return decoded

    def get(self, path):
        return self.request("GET", path)

    def create(self, path, body):
        return self.request("POST", path, body)

    def put(self, path, body):
        return self.request("PUT", path, body)

    def patch(self, path, body):
        return self.request("PATCH", path, body, MERGE_PATCH)

    def delete(self, path, body=None):
        return self.request("DELETE", path, body)

    def list(self, path):
        """(items, resourceVersion), all pages."""
        items, token = [], ""
        while True:
            page = self.get(f"{path}?limit={_PAGE}&continue={urllib.parse.quote(token)}")
            items += page["items"]
            token = page["metadata"].get("continue", "")
            if not token:
                return items, page["metadata"]["resourceVersion"]

    def budget_version(self):
        """"policy/v1", or "policy/v1beta1" of a server that does not have it (before 1.21)."""
        versions = {entry["groupVersion"] for entry in self.get("/apis/policy")["versions"]}
        return "policy/v1" if "policy/v1" in versions else "policy/v1beta1"

    def watch(self, path, version):
        """Yields (type, object) until the server ends the watch; raises ApiError for a version that is too old."""
        connection = self._connect(None)
        try:
            connection.request("GET", f"{path}?watch=true&allowWatchBookmarks=true&resourceVersion={version}", headers=self._headers)
            response = connection.getresponse()
            if response.status != 200:
                raise ApiError(response.status, response.read().decode(errors="replace"))
            for line in response:
                event = json.loads(line)
                if event["type"] == "ERROR":
                    raise ApiError(event["object"].get("code", 500), event["object"])
                yield event["type"], event["object"]
        finally:
            connection.close()


def follow(api, path, replace, update):
    """Keeps a view current for ever: replace(items) after each list, update(type, object) for each event.

    Meant for a daemon thread; while the server is away it tries again every fifth of a second.
    """
    while True:
        try:
            items, version = api.list(path)
            replace(items)
            while True:
                for kind, obj in api.watch(path, version):
                    version = obj["metadata"]["resourceVersion"]
                    if kind != "BOOKMARK":
                        update(kind, obj)
        except (ApiError, OSError, ValueError, http.client.HTTPException):
            time.sleep(_RETRY_SECONDS)


def start_following(api, path, replace, update):
    threading.Thread(target=follow, args=(api, path, replace, update), daemon=True, name="follow " + path).start()


def pod_path(namespace, name="", sub=""):
    return f"/api/v1/namespaces/{namespace}/pods" + (f"/{name}" if name else "") + (f"/{sub}" if sub else "")
