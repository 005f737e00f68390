/** How much the rules of a row are, so that all that somebody holds can be counted without reading it. */
export interface RuleWeightColumns {
  ruleCount: number;
  patternBytes: number;
}
