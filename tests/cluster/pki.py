# SPDX-License-Identifier: Apache-2.0
"""Certificates and kubeconfig files of the test cluster, sound ones and broken ones."""

import base64
import pathlib
import secrets
import subprocess

NAMESPACE = "team-a"  # the one that the single-namespace user sees

_SERVER_EXTENSIONS = """subjectAltName = IP:127.0.0.1, DNS:localhost
extendedKeyUsage = serverAuth
keyUsage = critical, digitalSignature
"""
_CLIENT_EXTENSIONS = """extendedKeyUsage = clientAuth
keyUsage = critical, digitalSignature
"""
_CA_CONFIG = """[ca]
default_ca = test
[test]
database = {directory}/index
new_certs_dir = {directory}
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
organizationName = optional
"""


def _openssl(*arguments):
    done = subprocess.run(("openssl", *map(str, arguments)), stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"openssl {arguments[0]} failed: {done.stderr.strip()}")


def _authority(directory, name):
    _openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", 3650,
             "-subj", f"/CN=cardinal test {name}", "-keyout", directory / f"{name}.key", "-out", directory / f"{name}.crt",
             "-addext", "keyUsage=critical,keyCertSign,cRLSign")


def _key_and_request(directory, name, subject):
    _openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", subject,
             "-keyout", directory / f"{name}.key", "-out", directory / f"{name}.csr")


def _certificate(directory, name, subject, extensions):
    _key_and_request(directory, name, subject)
    (directory / f"{name}.ext").write_text(extensions, encoding="utf-8")
    _openssl("x509", "-req", "-in", directory / f"{name}.csr", "-CA", directory / "ca.crt", "-CAkey", directory / "ca.key",
             "-set_serial", f"0x{secrets.token_hex(8)}", "-days", 365, "-extfile", directory / f"{name}.ext",
             "-out", directory / f"{name}.crt")


def _expired_certificate(directory, name, subject):
    """`openssl x509` cannot date back, `openssl ca` can."""
    _key_and_request(directory, name, subject)
    (directory / "index").write_text("", encoding="utf-8")
    (directory / "ca.conf").write_text(_CA_CONFIG.format(directory=directory), encoding="utf-8")
    (directory / f"{name}.ext").write_text(_CLIENT_EXTENSIONS, encoding="utf-8")
    _openssl("ca", "-batch", "-notext", "-config", directory / "ca.conf", "-in", directory / f"{name}.csr",
             "-cert", directory / "ca.crt", "-keyfile", directory / "ca.key", "-extfile", directory / f"{name}.ext",
             "-startdate", "20200101000000Z", "-enddate", "20200102000000Z", "-out", directory / f"{name}.crt")


def make_certificates(directory):
    directory.mkdir(mode=0o700)
    _authority(directory, "ca")
    _authority(directory, "other-ca")
    _certificate(directory, "server", "/CN=kube-apiserver", _SERVER_EXTENSIONS)
    _certificate(directory, "admin", "/O=system:masters/CN=cardinal-admin", _CLIENT_EXTENSIONS)
    _expired_certificate(directory, "expired", "/O=system:masters/CN=cardinal-admin")
    _openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", directory / "service-account.key")
    _openssl("pkey", "-in", directory / "service-account.key", "-pubout", "-out", directory / "service-account.pub")


def renew_server_certificate(directory):
    _certificate(directory, "server", "/CN=kube-apiserver", _SERVER_EXTENSIONS)


def make_tokens(directory):
    """{user: token}, also written in the form that kube-apiserver reads."""
    tokens = {user: secrets.token_hex(16) for user in ("readonly", "single-namespace")}
    lines = [f'{token},{user},{user}\n' for user, token in tokens.items()]
    (directory / "tokens.csv").write_text("".join(lines), encoding="utf-8")
    return tokens


def _base64_of(path):
    return base64.b64encode(path.read_bytes()).decode()


def _certificate_user(pki, name):
    return {"client-certificate-data": _base64_of(pki / f"{name}.crt"), "client-key-data": _base64_of(pki / f"{name}.key")}


def _section(kind, inner, entries):
    lines = [f"{kind}:"]
    for name, fields in entries.items():
        lines += [f"- name: {name}", f"  {inner}:"]
        lines += [f"    {key}: {value}" for key, value in fields.items()]
    return lines


def _kubeconfig(clusters, users, contexts, current):
    lines = ["apiVersion: v1", "kind: Config", f"current-context: {current}", "preferences: {}"]
    lines += _section("clusters", "cluster", clusters) + _section("users", "user", users)
    lines += _section("contexts", "context", contexts)
    return "\n".join(lines) + "\n"


def write_kubeconfigs(state, server, refused_server, tokens):
    """{name: path} of all kubeconfig files, each with one context named like the file."""
    pki = state / "pki"
    authority = {"certificate-authority-data": _base64_of(pki / "ca.crt")}
    sound = {"server": server, **authority}
    admin = _certificate_user(pki, "admin")
    files = {
        "admin": (sound, admin),
        "admin-files": ({"server": server, "certificate-authority": "pki/ca.crt"},
                        {"client-certificate": "pki/admin.crt", "client-key": "pki/admin.key"}),
        "readonly": (sound, {"token": tokens["readonly"]}),
        "single-namespace": (sound, {"token": tokens["single-namespace"]}),
        "wrong-ca": ({"server": server, "certificate-authority-data": _base64_of(pki / "other-ca.crt")}, admin),
        "expired-certificate": (sound, _certificate_user(pki, "expired")),
        "bad-token": (sound, {"token": "not-a-token-of-this-cluster"}),
        "refused": ({"server": refused_server, **authority}, admin),
    }
    paths = {}
    contexts = {}
    for name, (cluster, user) in files.items():
        contexts[name] = {"cluster": name, "user": name}
        if name == "single-namespace":
            contexts[name]["namespace"] = NAMESPACE
        text = _kubeconfig({name: cluster}, {name: user}, {name: contexts[name]}, name)
        paths[name] = _write(state, name, text)
    paths["unknown-context"] = _write(state, "unknown-context", _kubeconfig(
        {"admin": sound}, {"admin": admin}, {"admin": contexts["admin"]}, "no-such-context"))
    paths["all-contexts"] = _write(state, "all-contexts", _kubeconfig(
        {name: cluster for name, (cluster, _) in files.items()}, {name: user for name, (_, user) in files.items()},
        contexts, "admin"))
    return paths


def _write(state, name, text):
    path = pathlib.Path(state, f"{name}.kubeconfig")
    path.touch(mode=0o600)
    path.write_text(text, encoding="utf-8")
    return str(path)
