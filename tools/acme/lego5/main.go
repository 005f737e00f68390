// Tries the library of lego 5, the newest, which knows renewal information (RFC 9773) and profiles: its command line needs the
// libraries of a hundred name services. One JSON line for each outcome.
package main

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/go-acme/lego/v5/acme"
	"github.com/go-acme/lego/v5/certcrypto"
	"github.com/go-acme/lego/v5/certificate"
	"github.com/go-acme/lego/v5/challenge/http01"
	"github.com/go-acme/lego/v5/challenge/tlsalpn01"
	"github.com/go-acme/lego/v5/lego"
	"github.com/go-acme/lego/v5/registration"
)

type user struct {
	key     crypto.Signer
	account *acme.ExtendedAccount
}

func (u *user) GetEmail() string                       { return "ops@example.org" }
func (u *user) GetRegistration() *acme.ExtendedAccount { return u.account }
func (u *user) GetPrivateKey() crypto.Signer           { return u.key }

type outcome struct {
	Method  string `json:"method"`
	Outcome string `json:"outcome"`
	Error   string `json:"error,omitempty"`
}

func step(method string, work func() error) {
	made := outcome{Method: method, Outcome: "works"}
	if err := work(); err != nil {
		made.Outcome, made.Error = "failed", err.Error()
	}
	line, _ := json.Marshal(made)
	fmt.Println(string(line))
}

func newKey() crypto.Signer {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	return key
}

func clientOf(u *user) *lego.Client {
	config := lego.NewConfig(u)
	config.CADirURL = os.Getenv("DIRECTORY")
	client, err := lego.NewClient(config)
	if err != nil {
		panic(err)
	}
	return client
}

func leafOf(chain []byte) (*x509.Certificate, error) {
	block, _ := pem.Decode(chain)
	if block == nil {
		return nil, errors.New("there is no certificate")
	}
	return x509.ParseCertificate(block.Bytes)
}

func save(name string, chain []byte) error {
	return os.WriteFile(filepath.Join(os.Getenv("FOLDER"), name), chain, 0o600)
}

func main() {
	ctx := context.Background()
	u := &user{key: newKey()}
	client := clientOf(u)
	step("registers with a binding", func() (err error) {
		u.account, err = client.Registration.RegisterWithExternalAccountBinding(ctx, registration.RegisterEABOptions{
			TermsOfServiceAgreed: true, Kid: os.Getenv("EAB_KID"), HmacEncoded: os.Getenv("EAB_KEY"),
		})
		return err
	})
	var got *certificate.Resource
	obtain := func(file string, domains ...string) error {
		made, err := client.Certificate.Obtain(ctx, certificate.ObtainRequest{
			Domains: domains, KeyType: certcrypto.EC256, Bundle: true,
		})
		if err != nil {
			return err
		}
		got = made
		return save(file, made.Certificate)
	}
	step("issues by tls-alpn-01", func() error {
		provider := tlsalpn01.NewProviderServer("127.0.0.1", os.Getenv("TLS_PORT"))
		if err := client.Challenge.SetTLSALPN01Provider(provider); err != nil {
			return err
		}
		defer client.Challenge.ResetSolvers()
		return obtain("tls.pem", "tls.lego5.example.net")
	})
	if err := client.Challenge.SetHTTP01Provider(http01.NewProviderServer("127.0.0.1", os.Getenv("HTTP_PORT"))); err != nil {
		panic(err)
	}
	step("issues by http-01 for a name and an address", func() error {
		return obtain("http.pem", "http.lego5.example.net", "127.0.0.1")
	})
	step("asks when to renew", func() error { return askWindow(ctx, client, got) })
	step("renews, and says what it replaces", func() error {
		made, err := client.Certificate.Renew(ctx, *got, &certificate.RenewOptions{Bundle: true, UseARICertID: true})
		if err != nil {
			return err
		}
		got = made
		return save("renewed.pem", made.Certificate)
	})
	step("gets another key", func() error {
		next := newKey()
		if err := client.Registration.KeyRollover(ctx, next); err != nil {
			return err
		}
		u.key = next
		client = clientOf(u)
		return nil
	})
	step("revokes", func() error {
		superseded := uint(4)
		return client.Certificate.RevokeWithReason(ctx, got.Certificate, &superseded)
	})
	step("deactivates its account", func() error { return client.Registration.DeleteRegistration(ctx) })
}

func askWindow(ctx context.Context, client *lego.Client, got *certificate.Resource) error {
	leaf, err := leafOf(got.Certificate)
	if err != nil {
		return err
	}
	info, err := client.Certificate.GetRenewalInfo(ctx, leaf)
	if err != nil {
		return err
	}
	if start := info.SuggestedWindow.Start; start.Before(time.Now()) || start.After(leaf.NotAfter) {
		return fmt.Errorf("the window begins at %s", start)
	}
	return nil
}
