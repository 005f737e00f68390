/** Why a certificate, a request for one, or a key is refused. The message is for whoever sent it, and holds none of its bytes. */
export class X509Problem extends Error {}
