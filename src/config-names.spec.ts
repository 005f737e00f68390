import { describe, expect, it } from '@jest/globals';
import { misspelledSettings } from './config-names.js';
import { Config } from './config.js';

const proposalsFor = (env: Record<string, string>) => misspelledSettings(new Config(), env);

describe('misspelledSettings', () => {
  it.each([
    ['PORTT', 'PORT'],
    ['PROT', 'PORT'],
    ['HOTS', 'HOST'],
    ['DATA_DRI', 'DATA_DIR'],
    ['port', 'PORT'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['ENCRYPTON_KEY', 'ENCRYPTION_KEY'],
    ['STRONGROOM_DATA_DIR', 'DATA_DIR'],
    ['WORKER', 'WORKERS'],
    ['REDIS-URL', 'REDIS_URL'],
    ['AUTH_SECRT_FILE', 'AUTH_SECRET_FILE'],
    ['ENCRYPTON_KEY_FILE', 'ENCRYPTION_KEY_FILE'],
    ['PORT_FIL', 'PORT_FILE'],
    ['REDIS_URL_FILES', 'REDIS_URL_FILE'],
  ])('proposes for %s the setting %s', (name, setting) => {
    expect(proposalsFor({ [name]: 'canary' })).toEqual([
      `${name} is not a setting. Did you mean ${setting}?`,
    ]);
  });

  it('says nothing of settings, their files and the variables of other programs', () => {
    const env = {
      ...{
        PORT: '1',
        PORT_FILE: 'x',
        HOSTNAME: 'x',
        HOSTS: 'x',
        LOG_FILE: 'x',
        LOGNAME: 'x',
        XDG_DATA_DIRS: 'x',
      },
      ...{ PATH: 'x', HOME: 'x', POST: 'x', SHELL: 'x', TERM: 'x', NODE_ENV: 'x', LANG: 'x' },
      ...{ STRONGROOM_SERVICE_HOST: '10.0.0.1', STRONGROOM_PORT: 'tcp://10.0.0.1:80' },
    };

    expect(proposalsFor(env)).toEqual([]);
  });
});
