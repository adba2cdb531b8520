import { buildingPermit } from './forms/building-permit.js';
import { cargoManifest } from './forms/cargo-manifest.js';
import { changeOfAddress } from './forms/change-of-address.js';
import { healthDeclaration } from './forms/health-declaration.js';
import { householdRegister } from './forms/household-register.js';
import { incomeStatement } from './forms/income-statement.js';
import { noticeOfRights } from './forms/notice-of-rights.js';
import { premisesReturn } from './forms/premises-return.js';
import { quarterlyReturn } from './forms/quarterly-return.js';
import { scholarship } from './forms/scholarship.js';
import { swornStatement } from './forms/sworn-statement.js';
import { vehicleTransfer } from './forms/vehicle-transfer.js';
import { withholding } from './forms/withholding.js';
import { drawForm, type SampleForm } from './sample-form.js';

export type { FormField, FormLanguage } from './form-sheet.js';
export type { SampleForm } from './sample-form.js';
export { answerSheet, letter, coverSheet } from './other-pages.js';
export { variantForm } from './variant-form.js';

// The first two are one form in two years: they differ in the year and in the text of line 7.
const DEFINITIONS = [
  premisesReturn(
    2024,
    'Relief for premises in a development zone. Enter 10% of line 5 if the zone was designated before 1 July',
  ),
  premisesReturn(
    2025,
    'Relief for premises in a rural or island parish. Enter 12% of line 5 if the parish is listed in Annex C',
  ),
  incomeStatement,
  changeOfAddress,
  healthDeclaration,
  noticeOfRights,
  cargoManifest,
  vehicleTransfer,
  quarterlyReturn,
  householdRegister,
  scholarship,
  withholding,
  swornStatement,
  buildingPermit,
];

let drawn: SampleForm[] | undefined;

/** The sample forms of the invented authority, always in the same order. */
export function sampleForms(): SampleForm[] {
  drawn ??= DEFINITIONS.map(drawForm);
  return [...drawn];
}
