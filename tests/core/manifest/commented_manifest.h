// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace cardinal::testing {

/// A StatefulSet as the ACK console and documentation hand it out, up to the command of its container: Chinese comments
/// behind values and between lines.
inline const std::string kCommentedHead = R"(apiVersion: apps/v1  # 1.8.0之前的版本请使用apps/v1beta1。
kind: StatefulSet

metadata:
  name: binpack-1
  labels:
    app: binpack-1

spec:
  replicas: 3
  serviceName: "binpack-1"
  podManagementPolicy: "Parallel"
  selector: # 定义该StatefulSet如何找到它管理的Pod。
    matchLabels:
      app: binpack-1

  template: # 定义Pod规范。
    metadata:
      labels:
        app: binpack-1
        # 申请4张GPU卡的算力
        aliyun.com/gpu-count: "4"

    spec:
      containers:
      - name: binpack-1
        image: registry.cn-hangzhou.aliyuncs.com/ack/gpu-player:v2
        command: ["tail", "-f", "/dev/null"]
)";

}  // namespace cardinal::testing
