import type { EntityManager } from 'typeorm';
import { formNotFound } from '../domain-error.js';
import { Form } from './form.entity.js';

/**
 * A form with its pages.
 *
 * @throws DomainError FORM_NOT_FOUND
 */
export async function findForm(manager: EntityManager, id: string): Promise<Form> {
  const form = await manager.findOne(Form, { where: { id }, relations: { pages: true } });
  if (!form) throw formNotFound(id);
  return form;
}
