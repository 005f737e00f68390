/** The slugs of a secret's tags, as SQL: what an event keeps for rules that speak of tags. */
export const tagSlugsOfRow = (secretId: string): string => `
  coalesce((select json_agg(t.slug order by t.slug collate "C")
    from secret_tags st join tags t on t.id = st.tag_id where st.secret_id = ${secretId}), '[]')
  "secretTags"`;
