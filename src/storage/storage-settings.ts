/** What one organization may store, in bytes; null: as much as it likes. */
export class StorageSettings {
  constructor(readonly perOrganization: number | null) {}
}
