/** Words of which the wording of made-up forms is put together. */
export interface Vocabulary {
  acts: readonly string[];
  of: readonly string[];
  matters: readonly string[];
  offices: readonly string[];
  departments: readonly string[];
  things: readonly string[];
  qualifiers: readonly string[];
  commands: readonly string[];
  conditions: readonly string[];
  labels: readonly string[];
  notices: readonly string[];
  yesNo: readonly [string, string];
}
