/** The part of the published lists of leaked passwords that attackers try first, as far as they have eight characters or more. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
    00000000 0123456789 11111111 11223344 123123123 12341234 12344321 123454321 12345678 123456789 1234567890
    147258369 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 87654321 88888888 987654321 a1234567 a12345678 a1b2c3d4 aa123456
    abc12345 abc123456 abcd1234 abcdefgh admin123 admin1234 administrator administrator1 alexander asdf1234
    asdfghjk asdfghjkl asshole1 azertyuiop baseball baseball1 batman123 changeme changeme1 changeme123 charlie1
    chelsea1 computer corvette default1 demo1234 dragon123 elizabeth facebook football football1 freedom1 fuckyou1
    google123 guest123 hunter22 iloveyou iloveyou1 infisical internet jennifer jordan23 letmein1 letmein123
    liverpool login123 master123 maverick mercedes michael1 michelle minecraft monkey123 p@ssw0rd p@ssword
    passw0rd password password1 password12 password123 password1234 passwort pokemon1 princess qazwsxedc qwerty12
    qwerty123 qwerty1234 qwertyui qwertyuiop qwertz12 qwertzuiop root1234 rootroot samantha samsung1 secret123
    secretsecret shadow123 starwars strongroom sunshine superman test1234 test12345 testing123 testtest toor1234
    trustno1 user1234 victoria welcome1 welcome123 whatever zaq12wsx zxcvbnm1 zxcvbnm123
`
    .trim()
    .split(/\s+/),
);
