import type { ReferenceNote } from '../../libs/vision-pool/index.js';
import { Form } from './form.entity.js';

export interface FormPageDetails {
  number: number;
  width: number;
  height: number;
  /** What was done to its picture, or what whoever registered it should know. */
  notes: ReferenceNote[];
}

/** A reference form as callers see it. */
export interface FormDetails {
  id: string;
  name: string;
  createdAt: Date;
  pages: FormPageDetails[];
}

export const formDetails = ({ id, name, createdAt, pages }: Form): FormDetails => ({
  id,
  name,
  createdAt,
  pages: pages
    .map(({ number, width, height, notes }) => ({ number, width, height, notes }))
    .sort((a, b) => a.number - b.number),
});
