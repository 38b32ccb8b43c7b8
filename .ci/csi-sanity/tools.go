//go:build tools

// Package tools pins the conformance suite for CSI drivers, a command.
package tools

import _ "github.com/kubernetes-csi/csi-test/v5/cmd/csi-sanity"
