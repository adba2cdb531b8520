import { Form } from './form.entity.js';

export interface FormPageDetails {
  number: number;
  width: number;
  height: number;
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
    .map(({ number, width, height }) => ({ number, width, height }))
    .sort((a, b) => a.number - b.number),
});
