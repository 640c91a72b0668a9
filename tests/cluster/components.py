# SPDX-License-Identifier: Apache-2.0
"""The command lines of the real programs and the objects that every test cluster holds."""

import json
import pathlib
import re
import shutil
import subprocess
import sys

import pki

HERE = pathlib.Path(__file__).resolve().parent
EXTENDER_PREFIX = "/gpushare-scheduler"


def find_programs():
    """(etcd, directory of the Kubernetes programs); SystemExit with the remedy when they are missing."""
    script = HERE.parent.parent / "scripts" / "build-kubernetes"
    found = subprocess.run((script, "--find"), stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if found.returncode:
        raise SystemExit(found.stderr.strip())
    programs = pathlib.Path(found.stdout.strip().splitlines()[-1])
    # an API server of today wants an etcd of its time, which comes with it
    etcd = programs / "etcd" if (programs / "etcd").exists() else shutil.which("etcd") or shutil.which("etcd", path="/usr/sbin:/usr/local/bin")
    if not etcd:
        raise SystemExit("etcd is not installed: scripts/install-packages test")
    return str(etcd), programs


def version_of(programs):
    """("v1.35.4", 35) of the programs in that directory."""
    printed = subprocess.run((programs / "kube-apiserver", "--version"), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    found = re.search(r"v1\.(\d+)\S*", printed.stdout)
    if not found:
        raise SystemExit(f"{programs}/kube-apiserver does not tell its version: {printed.stdout.strip()}")
    return found.group(), int(found.group(1))


def etcd_command(etcd, state, ports):
    client, peer = (f"http://127.0.0.1:{ports[name]}" for name in ("etcd", "etcdPeer"))
    return [etcd, "--name=test", f"--data-dir={state}/etcd", f"--listen-client-urls={client}", f"--advertise-client-urls={client}",
            f"--listen-peer-urls={peer}", f"--initial-advertise-peer-urls={peer}", f"--initial-cluster=test={peer}",
            "--unsafe-no-fsync", "--quota-backend-bytes=4294967296", "--log-level=warn", "--logger=zap"]


def apiserver_command(programs, state, ports, flags=()):
    """`flags`: more of them, as they are."""
    keys = f"{state}/pki"
    return [f"{programs}/kube-apiserver", f"--etcd-servers=http://127.0.0.1:{ports['etcd']}",
            "--bind-address=127.0.0.1", "--advertise-address=127.0.0.1", "--endpoint-reconciler-type=none",
            f"--secure-port={ports['apiserver']}", f"--cert-dir={keys}",
            f"--tls-cert-file={keys}/server.crt", f"--tls-private-key-file={keys}/server.key", f"--client-ca-file={keys}/ca.crt",
            f"--token-auth-file={keys}/tokens.csv", "--authorization-mode=RBAC",
            "--service-account-issuer=https://cardinal.test", f"--service-account-key-file={keys}/service-account.pub",
            f"--service-account-signing-key-file={keys}/service-account.key", "--service-cluster-ip-range=10.0.0.0/24",
            # nobody would ever remove the not-ready taint that this plugin gives to new nodes
            "--disable-admission-plugins=TaintNodesByCondition",
            # the only address at which a played node has a kubelet is one of this machine (kubelet_logs.py)
            "--kubelet-preferred-address-types=ExternalDNS",
            "--enable-priority-and-fairness=false", "--max-requests-inflight=2000", "--max-mutating-requests-inflight=1000",
            "--profiling=false", "--v=1", *flags]


def controller_manager_command(programs, minor, state):
    lifecycle = "node-lifecycle-controller" if minor >= 28 else "nodelifecycle"
    plain_port = ["--port=0"] if minor < 24 else []
    return [f"{programs}/kube-controller-manager", f"--kubeconfig={state}/admin.kubeconfig", f"--controllers=*,-{lifecycle}",
            f"--service-account-private-key-file={state}/pki/service-account.key", f"--root-ca-file={state}/pki/ca.crt",
            "--leader-elect=false", *plain_port, "--secure-port=0", "--kube-api-qps=500", "--kube-api-burst=1000", "--v=1"]


def scheduler_serves_tls(minor):
    """Whether /healthz of the scheduler is asked over TLS: a newer one has no other port."""
    return minor >= 23


def scheduler_config(minor, state, port, **more):
    """A KubeSchedulerConfiguration in the version that this generation reads. `port` is where an older one answers /healthz."""
    version = "v1beta1" if minor < 23 else "v1beta3" if minor < 25 else "v1"
    address = f"127.0.0.1:{port}"
    # with a configuration file the flag --port counts for nothing, and the default is a fixed port on every interface
    plain = {} if scheduler_serves_tls(minor) else {"healthzBindAddress": address, "metricsBindAddress": address}
    return {"apiVersion": f"kubescheduler.config.k8s.io/{version}", "kind": "KubeSchedulerConfiguration",
            "clientConnection": {"kubeconfig": f"{state}/admin.kubeconfig", "qps": 500, "burst": 1000},
            "leaderElection": {"leaderElect": False}, **plain, **more}


def write_scheduler_config(minor, state, ports):
    config = scheduler_config(minor, state, ports["scheduler"], podMaxBackoffSeconds=2, extenders=[{
        "urlPrefix": f"http://127.0.0.1:{ports['extender']}{EXTENDER_PREFIX}",
        "filterVerb": "filter", "bindVerb": "bind",
        # the open-source extender has none: played nodes of that kind get 0
        "prioritizeVerb": "prioritize", "weight": 1,
        "nodeCacheCapable": True, "ignorable": False, "httpTimeout": "30s",
        "managedResources": [{"name": name, "ignoredByScheduler": False}
                             for name in ("aliyun.com/gpu-mem", "aliyun.com/gpu-core.percentage")],
    }])
    path = pathlib.Path(state, "scheduler.json")
    path.write_text(json.dumps(config, indent=2), encoding="utf-8")
    return path


def scheduler_command(programs, minor, config, port, verbosity=1):
    if scheduler_serves_tls(minor):
        serving = [f"--secure-port={port}", "--bind-address=127.0.0.1"]
    else:
        serving = ["--secure-port=0"]
    return [f"{programs}/kube-scheduler", f"--config={config}", *serving, f"--v={verbosity}"]


def extender_command(state, descriptor, seed):
    return [sys.executable, str(HERE / "extender.py"), str(state), str(descriptor)] + ([seed] if seed else [])


def hardware_command(state):
    return [sys.executable, str(HERE / "hardware.py"), str(state)]


def _rbac(kind, name, namespace=None, **fields):
    metadata = {"name": name, **({"namespace": namespace} if namespace else {})}
    return {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": kind, "metadata": metadata, **fields}


def _binding(kind, role_kind, name, namespace=None):
    group = "rbac.authorization.k8s.io"
    return _rbac(kind, name, namespace, roleRef={"apiGroup": group, "kind": role_kind, "name": name},
                 subjects=[{"apiGroup": group, "kind": "User", "name": name}])


_READ = ["get", "list", "watch"]
_WORKLOADS = [{"apiGroups": ["apps"], "resources": ["deployments", "statefulsets", "daemonsets", "replicasets"]},
              {"apiGroups": ["batch"], "resources": ["jobs", "cronjobs"]}]


def standing_objects():
    """(path, object) in the order of creation: the namespace and the rights of the two lesser users."""
    rbac = "/apis/rbac.authorization.k8s.io/v1"
    inner = f"{rbac}/namespaces/{pki.NAMESPACE}"
    everywhere = [{"apiGroups": [""], "verbs": _READ, "resources": [
        "nodes", "pods", "namespaces", "configmaps", "events", "services", "persistentvolumeclaims", "resourcequotas"]},
        {"apiGroups": ["policy"], "resources": ["poddisruptionbudgets"], "verbs": _READ},
        *({**rule, "verbs": _READ} for rule in _WORKLOADS)]
    own = [{"apiGroups": [""], "resources": ["pods", "configmaps", "events"], "verbs": _READ + ["create", "delete"]},
           *({**rule, "verbs": _READ + ["create", "delete"]} for rule in _WORKLOADS)]
    return [
        ("/api/v1/namespaces", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": pki.NAMESPACE}}),
        (f"{rbac}/clusterroles", _rbac("ClusterRole", "readonly", rules=everywhere)),
        (f"{rbac}/clusterrolebindings", _binding("ClusterRoleBinding", "ClusterRole", "readonly")),
        (f"{inner}/roles", _rbac("Role", "single-namespace", pki.NAMESPACE, rules=own)),
        (f"{inner}/rolebindings", _binding("RoleBinding", "Role", "single-namespace", pki.NAMESPACE)),
    ]
