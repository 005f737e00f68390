//! Calls every method of the published Rust SDK, and prints one JSON line each.

use infisical::kms::{
    CreateKmsKeyRequest, DecryptRequest, DeleteKmsKeyRequest, EncryptRequest, GetKmsKeyByNameRequest,
    GetKmsKeyRequest, ListKmsKeysRequest, SignRequest, UpdateKmsKeyRequest, VerifyRequest,
};
use infisical::secrets::{
    CreateSecretRequest, DeleteSecretRequest, GetSecretRequest, ListSecretsRequest, UpdateSecretRequest,
};
use infisical::{decode_base64, encode_base64, AuthMethod, Client, InfisicalError};
use serde_json::json;

const ID: &str = "00000000-0000-4000-8000-000000000000";

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

fn report(method: &str, outcome: &str, error: Option<String>) {
    println!("{}", json!({ "method": method, "outcome": outcome, "error": error }));
}

/// The text of an answer is in the error's fields, not in its message.
fn text_of(error: &InfisicalError) -> String {
    format!("{error:?}").chars().take(300).collect()
}

fn works<T>(method: &str, result: Result<T, InfisicalError>, is_right: impl Fn(&T) -> bool) {
    match result {
        Ok(value) if is_right(&value) => report(method, "works", None),
        Ok(_) => report(method, "failed", Some("a wrong answer".into())),
        Err(error) => report(method, "failed", Some(text_of(&error))),
    }
}

/// The method belongs to a feature that the server does not have: it must be told so by a 404.
fn is_refused<T>(method: &str, result: Result<T, InfisicalError>) {
    match result {
        Ok(_) => report(method, "failed", Some("was expected to be refused".into())),
        Err(InfisicalError::HttpError { status, message })
            if status.as_u16() == 404 && message.contains(" not found") && message.contains("Route ") =>
        {
            report(method, "not offered", None)
        }
        Err(error) => report(method, "failed", Some(text_of(&error))),
    }
}

async fn secrets(client: &Client, project: &str) {
    let of = client.secrets();
    let create = CreateSecretRequest::builder("KEY", "one", project, "dev").path("/").secret_comment("why").build();
    works("secrets.create", of.create(create).await, |made| made.secret_value == "one" && made.secret_comment == "why");
    let get = GetSecretRequest::builder("KEY", project, "dev").path("/").build();
    works("secrets.get", of.get(get).await, |read| read.secret_value == "one");
    let update = UpdateSecretRequest::builder("KEY", project, "dev").secret_value("two").build();
    works("secrets.update", of.update(update).await, |changed| changed.secret_value == "two" && changed.version == 2);
    let list = ListSecretsRequest::builder(project, "dev").path("/").recursive(true).build();
    works("secrets.list", of.list(list).await, |all| all.len() == 1 && all[0].secret_value == "two");
    let attached = ListSecretsRequest::builder(project, "dev").attach_to_process_env(true).build();
    works("secrets.list into the environment", of.list(attached).await, |_| variable("KEY") == "two");
    let renamed = UpdateSecretRequest::builder("KEY", project, "dev").new_secret_name("NEW").build();
    works("secrets.update of the name", of.update(renamed).await, |changed| changed.secret_key == "NEW");
    let delete = DeleteSecretRequest::builder("NEW", project, "dev").path("/").build();
    works("secrets.delete", of.delete(delete).await, |gone| gone.secret_key == "NEW");
}

async fn kms(client: &Client, project: &str) {
    let of = client.kms();
    is_refused("kms.list", of.list(ListKmsKeysRequest::builder(project).build()).await);
    is_refused("kms.get", of.get(GetKmsKeyRequest::builder(ID).build()).await);
    is_refused("kms.get_by_name", of.get_by_name(GetKmsKeyByNameRequest::builder("key").build()).await);
    is_refused("kms.create", of.create(CreateKmsKeyRequest::builder(project, "key").build()).await);
    is_refused("kms.update", of.update(UpdateKmsKeyRequest::builder(ID).name("key").build()).await);
    is_refused("kms.delete", of.delete(DeleteKmsKeyRequest::builder(ID).build()).await);
    is_refused("kms.encrypt", of.encrypt(EncryptRequest::builder(ID, "text").build()).await);
    is_refused("kms.decrypt", of.decrypt(DecryptRequest::builder(ID, "text").build()).await);
    is_refused("kms.sign", of.sign(SignRequest::builder(ID, "text").build()).await);
    is_refused("kms.verify", of.verify(VerifyRequest::builder(ID, "text", "signature").build()).await);
    is_refused("kms.get_public_key", of.get_public_key(ID).await);
    is_refused("kms.get_signing_algorithms", of.get_signing_algorithms(ID).await);
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let mut client = match Client::builder().base_url(variable("SITE")).build().await {
        Ok(client) => client,
        Err(error) => return report("Client.build", "failed", Some(text_of(&error))),
    };
    let login = AuthMethod::new_universal_auth(variable("CLIENT_ID"), variable("CLIENT_SECRET"));
    works("login", client.login(login).await, |_| true);
    let project = variable("PROJECT_ID");
    secrets(&client, &project).await;
    kms(&client, &project).await;
    works("encode_base64, decode_base64", decode_base64(&encode_base64("text")), |text| text == "text");
}
