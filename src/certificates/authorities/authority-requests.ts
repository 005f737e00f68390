import { invalid } from '../../errors/api-error.js';
import { NO_PATH_LENGTH } from '../../x509/extensions.js';
import { type Subject, SUBJECT_PARTS } from '../../x509/names.js';
import type {
  CreateAuthorityConfigurationDto,
  UpdateAuthorityConfigurationDto,
  CreateAuthorityDto,
  UpdateAuthorityDto,
} from './authorities.dto.js';
import type { AuthorityDraft, AuthorityEdit } from './authority-drafts.js';

/** What a request for a new authority asks for. Throws 422 where no part of its subject says anything. */
export function draftOf({ name, status, configuration }: CreateAuthorityDto): AuthorityDraft {
  const { type, keyAlgorithm, friendlyName = '', parentCaId: parentId = null } = configuration;
  const subject = subjectOf(configuration);
  if (Object.keys(subject).length === 0)
    throw invalid([
      {
        code: 'missing_value',
        path: ['configuration', 'commonName'],
        message: 'At least one part of the subject must not be empty',
      },
    ]);
  return {
    ...{ name, type, friendlyName, subject, keyAlgorithm, parentId },
    nameConstraints: configuration.nameConstraints ?? null,
    mirrorUrls: configuration.crlDistributionPointUrls ?? [],
    isDisabled: status === 'disabled',
    isOcspEnabled: configuration.isOcspEnabled ?? false,
    wanted: wantedOf(configuration),
  };
}

function wantedOf(configuration: CreateAuthorityConfigurationDto): AuthorityDraft['wanted'] {
  const { notBefore, notAfter, maxPathLength = NO_PATH_LENGTH } = configuration;
  if (notAfter === undefined) return null;
  return { ...(notBefore === undefined ? {} : { notBefore }), notAfter, maxPathLength };
}

/** Parts that are empty are none. */
const subjectOf = (configuration: CreateAuthorityConfigurationDto): Subject =>
  Object.fromEntries(
    SUBJECT_PARTS.flatMap(([part]) => (configuration[part] ? [[part, configuration[part]]] : [])),
  );

/** What a request would like to change. */
export function editOf({ name, status, configuration = {} }: UpdateAuthorityDto): AuthorityEdit {
  const { type, keyAlgorithm, friendlyName, nameConstraints } = configuration;
  const { notBefore, notAfter, maxPathLength } = configuration;
  return given({
    ...{ name, friendlyName, type, keyAlgorithm, nameConstraints },
    ...{ notBefore, notAfter, maxPathLength, parentId: configuration.parentCaId },
    mirrorUrls: configuration.crlDistributionPointUrls,
    isOcspEnabled: configuration.isOcspEnabled,
    isDisabled: status === undefined ? undefined : status === 'disabled',
    subject: sentParts(configuration),
  });
}

const sentParts = (configuration: UpdateAuthorityConfigurationDto): Subject =>
  Object.fromEntries(
    SUBJECT_PARTS.flatMap(([part]) =>
      configuration[part] === undefined ? [] : [[part, configuration[part]]],
    ),
  );

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

const given = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
