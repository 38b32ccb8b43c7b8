//go:build tools

// Package tools pins the kube-apiserver that the tests on real servers run against.
package tools

import _ "k8s.io/kubernetes/cmd/kube-apiserver"
