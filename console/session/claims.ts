/** What a token says of whom it is for. It is signed for the server, which alone decides; the page only shows it. */
export type Claims =
  | {
      readonly authTokenType: 'accessToken';
      /** The session. */
      readonly tokenVersionId: string;
      readonly organizationId?: string;
    }
  | {
      readonly authTokenType: 'identityAccessToken';
      readonly identityId: string;
      readonly identityName: string;
      readonly sessionId?: string;
    };

/** Reads the payload of a JSON Web Token (RFC 7519, 3). */
export function claimsOf(token: string): Claims {
  const [, payload = ''] = token.split('.');
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  );
  return JSON.parse(new TextDecoder().decode(bytes)) as Claims;
}
