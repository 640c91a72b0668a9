# SPDX-License-Identifier: Apache-2.0
"""Random nodes and pods that use every rule of kube-scheduler's default plugins. Same seed, same objects."""

ZONE, HOST = "topology.kubernetes.io/zone", "kubernetes.io/hostname"
SCHEDULER = "recorded"
NAMESPACES = ("default", "team-a")
APPS = ("red", "green", "blue", "white")
IMAGES = tuple((f"registry.example/app-{i}:1", size) for i, size in enumerate((40, 120, 350, 700, 1400, 2600)))
_MIB = 1 << 20


def runtime_class():
    return {"apiVersion": "node.k8s.io/v1", "kind": "RuntimeClass", "metadata": {"name": "sandboxed"}, "handler": "sandboxed",
            "overhead": {"podFixed": {"cpu": "250m", "memory": "120Mi"}}}


def replica_set(name):
    """No pods of its own until it is scaled."""
    labels = {"set": name}
    container = {"name": "main", "image": IMAGES[1][0], "resources": {"requests": {"cpu": "200m", "memory": "256Mi"}}}
    return {"apiVersion": "apps/v1", "kind": "ReplicaSet", "metadata": {"name": name, "namespace": "default"}, "spec": {
        "replicas": 0, "selector": {"matchLabels": labels},
        "template": {"metadata": {"labels": labels}, "spec": {"schedulerName": SCHEDULER, "containers": [container]}}}}


def node(random, number):
    name = f"sched-{number:02}"
    labels = {"disk": random.choice(("ssd", "hdd")), "tier": str(random.randrange(1, 9))}
    if number % 15 != 7:
        labels[HOST] = name
    if number % 10 != 3:
        labels[ZONE] = "zone-" + random.choice("abc")
    taints = []
    if random.random() < 0.2:
        taints.append({"key": "dedicated", "value": random.choice(("batch", "web")), "effect": "NoSchedule"})
    for key in ("spot", "old"):
        if random.random() < 0.3:
            taints.append({"key": key, "value": "yes", "effect": "PreferNoSchedule"})
    if random.random() < 0.1:
        taints.append({"key": "fragile", "effect": "NoExecute"})
    amounts = {"cpu": str(random.choice((4, 8, 16, 32))), "memory": f"{random.choice((8, 16, 24, 64))}Gi",
               "pods": str(random.choice((6, 12, 30))), "ephemeral-storage": f"{random.choice((10, 40))}Gi"}
    if random.random() < 0.5:
        amounts["example.com/fpga"] = str(random.randrange(1, 5))
    if random.random() < 0.4:
        amounts["nvidia.com/gpu"] = str(random.choice((1, 2, 4)))
    held = [image for image in IMAGES if random.random() < 0.35]
    return {
        "apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": labels},
        "spec": {"taints": taints, **({"unschedulable": True} if number % 13 == 5 else {})},
        "status": {"capacity": amounts, "allocatable": amounts,
                   "conditions": [{"type": "Ready", "status": "True", "reason": "KubeletReady", "message": ""}],
                   "images": [{"names": [name, name.replace(":1", "@sha256:") + "0" * 64], "sizeBytes": size * _MIB}
                              for name, size in held]}}


def avoid_annotation(kind, uid):
    return ('{"preferAvoidPods":[{"podSignature":{"podController":{"apiVersion":"apps/v1","kind":"%s","name":"x","uid":"%s",'
            '"controller":true}}}]}' % (kind, uid))


def _selector(random):
    form = random.randrange(4)
    if form == 0:
        return {}
    if form == 1:
        return {"matchExpressions": [{"key": "app", "operator": random.choice(("In", "NotIn")),
                                      "values": random.sample(APPS, random.randrange(1, 3))}]}
    if form == 2:
        return {"matchExpressions": [{"key": "rank", "operator": random.choice(("Exists", "DoesNotExist"))}],
                "matchLabels": {"app": random.choice(APPS)}}
    return {"matchLabels": {"app": random.choice(APPS)}}


def _pod_term(random):
    term = {"topologyKey": random.choice((ZONE, ZONE, HOST)), "labelSelector": _selector(random)}
    if random.random() < 0.2:
        term["namespaces"] = random.sample(NAMESPACES, random.randrange(1, 3))
    return term


def _node_expressions(random):
    choices = (
        {"key": "disk", "operator": "In", "values": [random.choice(("ssd", "hdd"))]},
        {"key": "disk", "operator": "NotIn", "values": ["ssd"]},
        {"key": "tier", "operator": "Gt", "values": [str(random.randrange(1, 6))]},
        {"key": "tier", "operator": "Lt", "values": [str(random.randrange(4, 9))]},
        {"key": ZONE, "operator": random.choice(("Exists", "DoesNotExist"))},
        {"key": ZONE, "operator": "In", "values": ["zone-" + letter for letter in random.sample("abc", 2)]})
    return random.sample(choices, random.randrange(1, 3))


def _node_affinity(random):
    rules = {}
    if random.random() < 0.25:
        terms = [{"matchExpressions": _node_expressions(random)} for _ in range(random.randrange(1, 3))]
        if random.random() < 0.2:
            terms.append({"matchFields": [{"key": "metadata.name", "operator": "In", "values": [f"sched-{random.randrange(30):02}"]}]})
        rules["requiredDuringSchedulingIgnoredDuringExecution"] = {"nodeSelectorTerms": terms}
    if random.random() < 0.35:
        rules["preferredDuringSchedulingIgnoredDuringExecution"] = [
            {"weight": random.randrange(1, 101), "preference": {"matchExpressions": _node_expressions(random)}}
            for _ in range(random.randrange(1, 4))]
    return rules


def _pod_rules(random, required):
    rules = {}
    if random.random() < required:
        rules["requiredDuringSchedulingIgnoredDuringExecution"] = [_pod_term(random) for _ in range(random.randrange(1, 3))]
    if random.random() < 0.2:
        rules["preferredDuringSchedulingIgnoredDuringExecution"] = [
            {"weight": random.randrange(1, 101), "podAffinityTerm": _pod_term(random)} for _ in range(random.randrange(1, 3))]
    return rules


def _constraints(random):
    out = []
    for key in (ZONE, HOST):
        for action in ("DoNotSchedule", "ScheduleAnyway"):
            if random.random() < 0.12:
                out.append({"maxSkew": random.randrange(1, 4), "topologyKey": key, "whenUnsatisfiable": action,
                            "labelSelector": _selector(random)})
    return out


def _amounts(random):
    amounts = {}
    if random.random() < 0.8:
        amounts["cpu"] = f"{random.choice((0, 50, 250, 333, 1000, 2500))}m"
    if random.random() < 0.8:
        amounts["memory"] = random.choice(("0", "64Mi", "300M", "1Gi", "3Gi", "1500000000"))
    if random.random() < 0.15:
        amounts["ephemeral-storage"] = random.choice(("1Gi", "3Gi"))
    return amounts


def _container(random, name):
    requests = _amounts(random)
    limits = {}
    if random.random() < 0.1:
        limits["example.com/fpga"] = str(random.randrange(1, 3))
    if random.random() < 0.08:
        limits["nvidia.com/gpu"] = "1"
    out = {"name": name, "image": random.choice(IMAGES)[0], "resources": {"requests": {**requests, **limits}, "limits": limits}}
    if random.random() < 0.12:
        port = {"containerPort": 80, "hostPort": random.randrange(8080, 8083), "protocol": random.choice(("TCP", "UDP"))}
        if random.random() < 0.4:
            port["hostIP"] = random.choice(("127.0.0.1", "10.0.0.1"))
        out["ports"] = [port]
    return out


def _drop_equal_ports(containers):
    """The API server refuses a pod that takes one port twice."""
    taken = set()
    for container in containers:
        for port in container.get("ports", []):
            key = port["protocol"], port.get("hostIP"), port["hostPort"]
            if key in taken:
                del container["ports"]
            taken.add(key)


def pod(random, number):
    labels = {"app": random.choice(APPS)} if random.random() < 0.9 else {}
    if random.random() < 0.3:
        labels["rank"] = str(random.randrange(3))
    spec = {"schedulerName": SCHEDULER, "containers": [_container(random, f"c{i}") for i in range(random.choice((1, 1, 2)))]}
    _drop_equal_ports(spec["containers"])
    if random.random() < 0.2:
        spec["initContainers"] = [{"name": "init", "image": IMAGES[0][0], "resources": {"requests": _amounts(random)}}]
    if random.random() < 0.1:
        spec["runtimeClassName"] = "sandboxed"
    if random.random() < 0.15:
        spec["nodeSelector"] = {"disk": random.choice(("ssd", "hdd"))}
    tolerations = ({"key": "dedicated", "operator": "Exists"}, {"key": "dedicated", "value": "batch", "effect": "NoSchedule"},
                   {"key": "spot", "value": "yes", "effect": "PreferNoSchedule"}, {"key": "old", "operator": "Exists"},
                   {"operator": "Exists", "effect": "NoExecute"},
                   {"key": "node.kubernetes.io/unschedulable", "operator": "Exists", "effect": "NoSchedule"})
    chosen = [entry for entry in tolerations if random.random() < 0.2]
    if chosen:
        spec["tolerations"] = chosen
    affinity = {name: rules for name, rules in (("nodeAffinity", _node_affinity(random)), ("podAffinity", _pod_rules(random, 0.08)),
                                                ("podAntiAffinity", _pod_rules(random, 0.08))) if rules}
    if affinity:
        spec["affinity"] = affinity
    constraints = _constraints(random)
    if constraints:
        spec["topologySpreadConstraints"] = constraints
    return {"apiVersion": "v1", "kind": "Pod", "spec": spec,
            "metadata": {"name": f"asked-{number:03}", "namespace": random.choice(NAMESPACES), "labels": labels}}
