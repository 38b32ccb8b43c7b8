//go:build tools

// Package tools pins the etcd behind the kube-apiserver. It is a module of its own because etcd asks for
// newer gRPC, OpenTelemetry and etcd client modules, which would change what the kube-apiserver is built from.
package tools

import _ "go.etcd.io/etcd/server/v3"
