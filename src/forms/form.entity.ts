import type { ReferenceNote } from '../../libs/vision-pool/index.js';
import { Column, Entity, JoinColumn, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';

/** A reference form: what a frame can be recognized as. */
@Entity('forms')
export class Form {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @OneToMany(() => FormPage, (page) => page.form)
  pages: FormPage[];
}

/** A page of a reference form. */
@Entity('form_pages')
export class FormPage {
  @PrimaryColumn('uuid', { name: 'form_id' })
  formId: string;

  /** Counts from 1. */
  @PrimaryColumn('int')
  number: number;

  @ManyToOne(() => Form, (form) => form.pages)
  @JoinColumn({ name: 'form_id' })
  form: Relation<Form>;

  /** Key of the page's picture in the file store. */
  @Column('text', { name: 'file_key' })
  fileKey: string;

  @Column('text', { name: 'content_type' })
  contentType: string;

  @Column('int')
  width: number;

  @Column('int')
  height: number;

  /** What became of the picture when it was registered. */
  @Column('text', { array: true })
  notes: ReferenceNote[];

  /** What the detector knows of the page; loaded only where it is asked for. */
  @Column('bytea', { select: false })
  profile: Buffer;

  /** Version of the algorithm that made the profile. */
  @Column('int', { name: 'profile_version' })
  profileVersion: number;
}
