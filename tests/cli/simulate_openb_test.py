#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`cardinal simulate trace` on the openb trace, which is not part of this project: the published figures. Exit 77: the trace is not here."""
import json
import os
import pathlib
import sys
import unittest

from cardinal_program import CliTest

OPENB = os.environ.get("CARDINAL_OPENB_DIR")


class Openb(CliTest):
    def test_the_published_figures(self):
        openb = pathlib.Path(OPENB)
        for name, fragments, placed in (("default", 291361.65, 5919410), ("gpushare40", 354891.04, 5854590)):
            done = self.answer(0, "simulate", "trace", "-o", "json", "--nodes", openb / "openb_node_list_gpu_node.csv",
                               "--pods", openb / f"openb_pod_list_{name}.csv", "--order", openb / f"openb_node_order_{name}_seed42.csv",
                               "--arrivals", openb / f"openb_arrival_{name}_seed42.csv", "--policy", "FGD")
            answer = json.loads(done.stdout)
            self.assertEqual((answer["fragmentation_milli"], answer["placed_milli"]), (fragments, placed))


if __name__ == "__main__":
    if not OPENB:
        print("needs CARDINAL_OPENB_DIR: a folder with the lists of the Alibaba Cluster Trace Program, cluster-trace-gpu-v2023 "
              "(github.com/alibaba/clusterdata), and their seed-42 orders")
        sys.exit(77)
    unittest.main()
