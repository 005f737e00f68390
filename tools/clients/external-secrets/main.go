// Command external-secrets calls every method of the provider that the External Secrets Operator has for this API, and prints one JSON line each.
// What the provider itself does not implement (PushSecret, DeleteSecret, SecretExists) sends nothing and is not listed.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"

	esv1 "github.com/external-secrets/external-secrets/apis/externalsecrets/v1"
	esmeta "github.com/external-secrets/external-secrets/apis/meta/v1"
	"github.com/external-secrets/external-secrets/pkg/provider/infisical"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var (
	ctx        = context.Background()
	isNotFound = regexp.MustCompile(`Route \S+ not found`)
)

func report(method, outcome string, err error) {
	line := map[string]string{"method": method, "outcome": outcome}
	if err != nil {
		line["error"] = err.Error()
	}
	text, _ := json.Marshal(line)
	fmt.Println(string(text))
}

func works(method string, isRight bool, err error) {
	switch {
	case err != nil:
		report(method, "failed", err)
	case !isRight:
		report(method, "failed", errors.New("a wrong answer"))
	default:
		report(method, "works", nil)
	}
}

// cluster answers the one question the provider asks Kubernetes: what a Secret holds.
type cluster struct{ client.Client }

func (cluster) Get(_ context.Context, key client.ObjectKey, object client.Object, _ ...client.GetOption) error {
	object.(*corev1.Secret).Data = map[string][]byte{"value": []byte(os.Getenv(key.Name))}
	return nil
}

// from names a variable of this program as if it were a Secret of the cluster.
func from(variable string) esmeta.SecretKeySelector {
	return esmeta.SecretKeySelector{Name: variable, Key: "value"}
}

func storeOf(auth esv1.InfisicalAuth, project string) *esv1.SecretStore {
	scope := esv1.MachineIdentityScopeInWorkspace{ProjectSlug: project, EnvironmentSlug: "dev", SecretsPath: "/", Recursive: true, ExpandSecretReferences: true}
	provider := &esv1.InfisicalProvider{Auth: auth, SecretsScope: scope, HostAPI: os.Getenv("SITE")}
	return &esv1.SecretStore{Spec: esv1.SecretStoreSpec{Provider: &esv1.SecretStoreProvider{Infisical: provider}}}
}

// send is what an administrator does beside the provider.
func send(method, path string, body any) (map[string]any, error) {
	text, _ := json.Marshal(body)
	request, _ := http.NewRequest(method, os.Getenv("SITE")+"/api"+path, bytes.NewReader(text))
	request.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	content, _ := io.ReadAll(answer.Body)
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s %s: %s", method, path, content)
	}
	var found map[string]any
	return found, json.Unmarshal(content, &found)
}

func create(path, key, value string) error {
	_, err := send("POST", "/v4/secrets/"+key, map[string]string{
		"projectId": os.Getenv("PROJECT_ID"), "environment": "dev", "secretPath": path, "secretValue": value})
	return err
}

func fill() error {
	_, err := send("POST", "/v1/folders", map[string]string{
		"workspaceId": os.Getenv("PROJECT_ID"), "environment": "dev", "name": "apps", "path": "/"})
	return errors.Join(err, create("/", "KEY", "one"), create("/", "JSON", `{"user":"ann","port":5432}`), create("/apps", "BELOW", "${dev.KEY}"))
}

func reads(of esv1.SecretsClient) {
	result, err := of.Validate()
	works("Validate", result == esv1.ValidationResultReady, err)
	value, err := of.GetSecret(ctx, esv1.ExternalSecretDataRemoteRef{Key: "KEY"})
	works("GetSecret", string(value) == "one", err)
	value, err = of.GetSecret(ctx, esv1.ExternalSecretDataRemoteRef{Key: "/apps/BELOW"})
	works("GetSecret in a folder, by reference", string(value) == "one", err)
	value, err = of.GetSecret(ctx, esv1.ExternalSecretDataRemoteRef{Key: "JSON", Property: "user"})
	works("GetSecret of a property", string(value) == "ann", err)
	_, err = of.GetSecret(ctx, esv1.ExternalSecretDataRemoteRef{Key: "NONE"})
	works("GetSecret that is not there", err != nil && strings.Contains(err.Error(), "404"), nil)
	pairs, err := of.GetSecretMap(ctx, esv1.ExternalSecretDataRemoteRef{Key: "JSON"})
	works("GetSecretMap", string(pairs["user"]) == "ann" && string(pairs["port"]) == "5432", err)
	all, err := of.GetAllSecrets(ctx, esv1.ExternalSecretFind{})
	works("GetAllSecrets", len(all) == 3 && string(all["BELOW"]) == "one", err)
	named, err := of.GetAllSecrets(ctx, esv1.ExternalSecretFind{Name: &esv1.FindName{RegExp: "^K"}})
	works("GetAllSecrets by name", len(named) == 1, err)
}

// isNoMember: a 404 would make the operator delete what it has synchronized.
func isNoMember(err error) bool {
	return err != nil && strings.Contains(err.Error(), "403") && !strings.Contains(err.Error(), "404")
}

// withoutMembership asks for a project of the same organization, of which the identity is no member.
func withoutMembership(of esv1.SecretsClient) {
	_, err := of.GetSecret(ctx, esv1.ExternalSecretDataRemoteRef{Key: "KEY"})
	works("GetSecret without membership", isNoMember(err), nil)
	_, err = of.GetAllSecrets(ctx, esv1.ExternalSecretFind{})
	works("GetAllSecrets without membership", isNoMember(err), nil)
}

// stranger makes an identity of the organization that is in no project, and leaves its token in the variable STRANGER.
func stranger() error {
	made, err := send("POST", "/v1/identities", map[string]string{"name": "stranger", "role": "no-access"})
	if err != nil {
		return err
	}
	id := made["identity"].(map[string]any)["id"].(string)
	if _, err = send("POST", "/v1/auth/token-auth/identities/"+id, map[string]any{}); err != nil {
		return err
	}
	token, err := send("POST", "/v1/auth/token-auth/identities/"+id+"/tokens", map[string]any{})
	if err != nil {
		return err
	}
	return os.Setenv("STRANGER", token["accessToken"].(string))
}

// workloads logs in by each platform that stands in here, and gives each token back.
func workloads(provider *infisical.Provider, project string) {
	identity := from("WORKLOAD_ID")
	logins := map[string]esv1.InfisicalAuth{
		"JWT":          {JwtAuthCredentials: &esv1.JwtAuthCredentials{IdentityID: identity, JWT: from("JOB_JWT")}},
		"Kubernetes":   {KubernetesAuthCredentials: &esv1.KubernetesAuthCredentials{IdentityID: identity, ServiceAccountTokenPath: from("POD_JWT_FILE")}},
		"AWS":          {AwsAuthCredentials: &esv1.AwsAuthCredentials{IdentityID: identity}},
		"Azure":        {AzureAuthCredentials: &esv1.AzureAuthCredentials{IdentityID: identity, Resource: from("AZURE_RESOURCE")}},
		"GCP id token": {GcpIdTokenAuthCredentials: &esv1.GcpIdTokenAuthCredentials{IdentityID: identity}},
	}
	for name, auth := range logins {
		found, err := provider.NewClient(ctx, storeOf(auth, project), cluster{}, "default")
		if err == nil {
			_, err = found.GetSecret(ctx, esv1.ExternalSecretDataRemoteRef{Key: "KEY"})
			err = errors.Join(err, found.Close(ctx))
		}
		works("NewClient by "+name, true, err)
	}
}

func main() {
	provider := &infisical.Provider{}
	project := os.Getenv("PROJECT_SLUG")
	universal := &esv1.UniversalAuthCredentials{ClientID: from("CLIENT_ID"), ClientSecret: from("CLIENT_SECRET")}
	if err := errors.Join(fill(), stranger()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	store := storeOf(esv1.InfisicalAuth{UniversalAuthCredentials: universal}, project)
	_, err := provider.ValidateStore(store)
	works("ValidateStore", true, err)
	found, err := provider.NewClient(ctx, store, cluster{}, "default")
	works("NewClient by universal auth", true, err)
	if err == nil {
		reads(found)
		works("Close, which revokes the token", true, found.Close(ctx))
		_, err = found.GetSecret(ctx, esv1.ExternalSecretDataRemoteRef{Key: "KEY"})
		works("GetSecret after Close", err != nil && strings.Contains(err.Error(), "401"), nil)
	}
	token := &esv1.TokenAuthCredentials{AccessToken: from("STRANGER")}
	found, err = provider.NewClient(ctx, storeOf(esv1.InfisicalAuth{TokenAuthCredentials: token}, project), cluster{}, "default")
	works("NewClient by token auth", true, err)
	if err == nil {
		withoutMembership(found)
	}
	ldap := &esv1.LdapAuthCredentials{IdentityID: from("CLIENT_ID"), LDAPUsername: from("CLIENT_ID"), LDAPPassword: from("CLIENT_ID")}
	_, err = provider.NewClient(ctx, storeOf(esv1.InfisicalAuth{LdapAuthCredentials: ldap}, project), cluster{}, "default")
	if err != nil && isNotFound.MatchString(err.Error()) {
		report("NewClient by LDAP", "not offered", nil)
	} else {
		report("NewClient by LDAP", "failed", err)
	}
	workloads(provider, project)
	for _, login := range []string{"GCP IAM", "OCI"} {
		report("NewClient by "+login, "needs a cloud", nil)
	}
}
