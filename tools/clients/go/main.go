// Command clients calls every method of the published Go SDK, and prints one JSON line each.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"

	infisical "github.com/infisical/go-sdk"
	api "github.com/infisical/go-sdk/packages/api/secrets"
)

var isNotFound = regexp.MustCompile(`Route \S+ not found`)

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
		report(method, "failed", fmt.Errorf("a wrong answer"))
	default:
		report(method, "works", nil)
	}
}

// filled returns a value of the type with a text in each of its text fields, so that no client-side check stops the call.
func filled(kind reflect.Type) reflect.Value {
	value := reflect.New(kind).Elem()
	switch kind.Kind() {
	case reflect.String:
		value.SetString("x")
	case reflect.Struct:
		for i := range kind.NumField() {
			if field := value.Field(i); field.CanSet() && field.Kind() == reflect.String {
				field.SetString("x")
			}
		}
	}
	return value
}

// refuse calls each method of a feature that the server does not have: it must be told so by a 404.
func refuse(name string, feature any, except ...string) {
	value := reflect.ValueOf(feature)
	for i := range value.NumMethod() {
		method := value.Type().Method(i).Name
		if !strings.Contains(","+strings.Join(except, ",")+",", ","+method+",") {
			refuseOne(name+"."+method, value.Method(i))
		}
	}
}

func refuseOne(name string, method reflect.Value) {
	defer func() {
		if reason := recover(); reason != nil {
			report(name, "failed", fmt.Errorf("panic: %v", reason))
		}
	}()
	var arguments []reflect.Value
	for i := range method.Type().NumIn() {
		arguments = append(arguments, filled(method.Type().In(i)))
	}
	results := method.Call(arguments)
	err, _ := results[len(results)-1].Interface().(error)
	switch {
	case err == nil:
		report(name, "failed", fmt.Errorf("was expected to be refused"))
	case isNotFound.MatchString(err.Error()):
		report(name, "not offered", err)
	default:
		report(name, "failed", err)
	}
}

func secrets(client infisical.InfisicalClientInterface, project string) {
	of := client.Secrets()
	made, err := of.Create(infisical.CreateSecretOptions{ProjectID: project, Environment: "dev", SecretKey: "KEY", SecretValue: "one"})
	works("Secrets.Create", made.SecretValue == "one", err)
	read, err := of.Retrieve(infisical.RetrieveSecretOptions{ProjectID: project, Environment: "dev", SecretKey: "KEY"})
	works("Secrets.Retrieve", read.SecretValue == "one", err)
	changed, err := of.Update(infisical.UpdateSecretOptions{ProjectID: project, Environment: "dev", SecretKey: "KEY", NewSecretValue: "two"})
	works("Secrets.Update", changed.SecretValue == "two", err)
	batch, err := of.Batch().Create(infisical.BatchCreateSecretsOptions{ProjectID: project, Environment: "dev", Secrets: []api.BatchCreateSecret{{SecretKey: "A", SecretValue: "a"}, {SecretKey: "B", SecretValue: "b"}}})
	works("Secrets.Batch.Create", len(batch) == 2, err)
	list, err := of.List(infisical.ListSecretsOptions{ProjectID: project, Environment: "dev", Recursive: true})
	works("Secrets.List", len(list) == 3, err)
	result, err := of.ListSecrets(infisical.ListSecretsOptions{ProjectSlug: os.Getenv("PROJECT_SLUG"), Environment: "dev"})
	works("Secrets.ListSecrets", len(result.Secrets) == 3 && result.ETag != "", err)
	_, err = of.ListSecrets(infisical.ListSecretsOptions{ProjectSlug: os.Getenv("PROJECT_SLUG"), Environment: "dev", IfNoneMatch: result.ETag})
	_, isUnchanged := err.(*infisical.NotModifiedError)
	works("Secrets.ListSecrets unchanged", isUnchanged || (err != nil && strings.Contains(strings.ToLower(err.Error()), "not modified")), nil)
	_, err = of.Delete(infisical.DeleteSecretOptions{ProjectID: project, Environment: "dev", SecretKey: "KEY"})
	works("Secrets.Delete", true, err)
}

func folders(client infisical.InfisicalClientInterface, project string) {
	of := client.Folders()
	made, err := of.Create(infisical.CreateFolderOptions{ProjectID: project, Environment: "dev", Name: "apps", Path: "/"})
	works("Folders.Create", made.Name == "apps", err)
	changed, err := of.Update(infisical.UpdateFolderOptions{ProjectID: project, Environment: "dev", FolderID: made.ID, NewName: "web", Path: "/"})
	works("Folders.Update", changed.Name == "web", err)
	list, err := of.List(infisical.ListFoldersOptions{ProjectID: project, Environment: "dev", Path: "/"})
	works("Folders.List", len(list) == 1, err)
	_, err = of.Delete(infisical.DeleteFolderOptions{ProjectID: project, Environment: "dev", FolderID: made.ID, Path: "/"})
	works("Folders.Delete", true, err)
}

// workloads logs in by each platform that stands in here, and reads with each token.
func workloads(identity string) {
	logins := map[string]func(infisical.AuthInterface) (infisical.MachineIdentityCredential, error){
		"JwtAuthLogin": func(auth infisical.AuthInterface) (infisical.MachineIdentityCredential, error) {
			return auth.JwtAuthLogin(identity, os.Getenv("JOB_JWT"))
		},
		"OidcAuthLogin": func(auth infisical.AuthInterface) (infisical.MachineIdentityCredential, error) {
			return auth.OidcAuthLogin(identity, os.Getenv("JOB_JWT"))
		},
		"KubernetesAuthLogin": func(auth infisical.AuthInterface) (infisical.MachineIdentityCredential, error) {
			return auth.KubernetesAuthLogin(identity, os.Getenv("POD_JWT_FILE"))
		},
		"KubernetesRawServiceAccountTokenLogin": func(auth infisical.AuthInterface) (infisical.MachineIdentityCredential, error) {
			return auth.KubernetesRawServiceAccountTokenLogin(identity, os.Getenv("POD_JWT"))
		},
		"AwsIamAuthLogin": func(auth infisical.AuthInterface) (infisical.MachineIdentityCredential, error) {
			return auth.AwsIamAuthLogin(identity)
		},
		"AzureAuthLogin": func(auth infisical.AuthInterface) (infisical.MachineIdentityCredential, error) {
			return auth.AzureAuthLogin(identity, "")
		},
		"GcpIdTokenAuthLogin": func(auth infisical.AuthInterface) (infisical.MachineIdentityCredential, error) {
			return auth.GcpIdTokenAuthLogin(identity)
		},
		"GcpIamAuthLogin": func(auth infisical.AuthInterface) (infisical.MachineIdentityCredential, error) {
			return auth.GcpIamAuthLogin(os.Getenv("ACCOUNT_WORKLOAD_ID"), os.Getenv("ACCOUNT_KEY_FILE"))
		},
	}
	never := false
	for name, login := range logins {
		client := infisical.NewInfisicalClient(context.Background(), infisical.Config{SiteUrl: os.Getenv("SITE"), AutoTokenRefresh: &never, SilentMode: true})
		_, err := login(client.Auth())
		if err == nil {
			_, err = client.Secrets().List(infisical.ListSecretsOptions{ProjectID: os.Getenv("PROJECT_ID"), Environment: "dev"})
		}
		works("Auth."+name, true, err)
	}
}

func main() {
	// Google is asked over TLS, through the proxy as the other clouds. Go reads both once, before its first call.
	os.Setenv("HTTPS_PROXY", os.Getenv("HTTP_PROXY"))
	os.Setenv("SSL_CERT_FILE", os.Getenv("STAND_IN_CA"))
	never := false
	client := infisical.NewInfisicalClient(context.Background(), infisical.Config{SiteUrl: os.Getenv("SITE"), AutoTokenRefresh: &never, SilentMode: true})
	auth := client.Auth()
	_, err := auth.UniversalAuthLogin(os.Getenv("CLIENT_ID"), os.Getenv("CLIENT_SECRET"))
	works("Auth.UniversalAuthLogin", true, err)
	works("Auth.GetAccessToken", auth.GetAccessToken() != "", nil)
	secrets(client, os.Getenv("PROJECT_ID"))
	folders(client, os.Getenv("PROJECT_ID"))
	refuse("DynamicSecrets", client.DynamicSecrets(), "Leases")
	refuse("DynamicSecrets.Leases", client.DynamicSecrets().Leases())
	refuse("Kms", client.Kms(), "Keys", "Signing")
	refuse("Kms.Keys", client.Kms().Keys())
	refuse("Kms.Signing", client.Kms().Signing())
	refuse("Ssh", client.Ssh())
	workloads(os.Getenv("WORKLOAD_ID"))
	report("Auth.OciAuthLogin", "needs a cloud", nil)
	refuse("Auth", client.Auth(), "UniversalAuthLogin", "JwtAuthLogin", "OidcAuthLogin", "KubernetesAuthLogin", "KubernetesRawServiceAccountTokenLogin", "AzureAuthLogin", "GcpIdTokenAuthLogin",
		"GcpIamAuthLogin", "AwsIamAuthLogin", "OciAuthLogin",
		"SetAccessToken", "GetAccessToken", "GetOrganizationSlug", "WithOrganizationSlug", "WithAzureClientID", "RevokeAccessToken")
	auth = client.Auth().WithOrganizationSlug("")
	works("Auth.GetOrganizationSlug", auth.GetOrganizationSlug() == "", nil)
	_, err = auth.UniversalAuthLogin(os.Getenv("CLIENT_ID"), os.Getenv("CLIENT_SECRET"))
	works("Auth.WithOrganizationSlug", true, err)
	works("Auth.RevokeAccessToken", true, auth.RevokeAccessToken())
	client.Auth().SetAccessToken(os.Getenv("TOKEN"))
	_, err = client.Secrets().List(infisical.ListSecretsOptions{ProjectID: os.Getenv("PROJECT_ID"), Environment: "dev"})
	works("Auth.SetAccessToken", true, err)
}
