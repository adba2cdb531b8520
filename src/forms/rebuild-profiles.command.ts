import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource, type EntityManager } from 'typeorm';
import { PROFILE_VERSION, VisionPool } from '../../libs/vision-pool/index.js';
import { BackgroundTurns } from '../background/background-turns.js';
import { enqueue } from '../background/enqueue.js';
import { DomainError } from '../domain-error.js';
import { FileStore } from '../storage/file-store.js';
import { visionFailure } from '../vision-failure.js';

export const rebuildTaskName = 'rebuild_profiles';

/** A page of the library; pages are rebuilt in the order of form and number. */
export interface PagePlace {
  formId: string;
  number: number;
}

export interface RebuildJob {
  /** The version to rebuild to; while versions change, workers of another one leave the job alone. */
  version?: number;
  /** The last page dealt with. */
  after?: PagePlace;
}

/** Pages a job, so that a service that is told to stop finishes the one in hand within seconds. */
const pagesPerJob = 20;

export interface RebuiltProfiles {
  rebuilt: number;
  /** Pages that could not be described; they stay out of the library. */
  failed: number;
}

/**
 * Describes pages anew, from their stored pictures, whose profiles another version of the algorithm made. Until
 * its turn comes a page is left out of the library; the others go on being recognized.
 */
export class RebuildProfilesCommand extends Command<RebuiltProfiles> {
  constructor(readonly after: PagePlace | null = null) {
    super();
  }
}

/** Queues the rebuild of profiles that are not of this version, if there are any. */
export async function requestRebuild(manager: EntityManager, after?: PagePlace): Promise<void> {
  const [outdated] = await manager.query<unknown[]>(
    `select 1 from form_pages where profile_version <> $1 limit 1`,
    [PROFILE_VERSION],
  );
  if (!outdated) return;
  const job: RebuildJob = { version: PROFILE_VERSION, after };
  await enqueue(manager, rebuildTaskName, job, { queue: rebuildTaskName, key: rebuildTaskName });
}

interface OutdatedPage {
  form_id: string;
  number: number;
  file_key: string;
}

@CommandHandler(RebuildProfilesCommand)
export class RebuildProfilesHandler implements ICommandHandler<RebuildProfilesCommand> {
  private readonly log = new Logger(RebuildProfilesHandler.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly vision: VisionPool,
    private readonly files: FileStore,
    private readonly turns: BackgroundTurns,
  ) {}

  async execute({ after }: RebuildProfilesCommand): Promise<RebuiltProfiles> {
    const pages = await this.outdatedPages(after);
    const done = { rebuilt: 0, failed: 0 };
    let failure: unknown;
    for (const page of pages) {
      // One whose picture is lost must not keep those behind it out of the library.
      const isRebuilt = await this.turns
        .run(() => this.rebuild(page))
        .catch((error: unknown) => {
          this.log.warn({ err: error, formId: page.form_id, number: page.number }, 'page not described');
          failure ??= error;
          return false;
        });
      if (isRebuilt) done.rebuilt++;
      else done.failed++;
    }
    if (pages.length > 0) this.log.log(done, 'profiles rebuilt');
    const last = pages.at(-1);
    if (last && pages.length === pagesPerJob) {
      await requestRebuild(this.dataSource.manager, { formId: last.form_id, number: last.number });
    } else if (failure) {
      // This job is tried again. What failed in those before it waits for the next hour's.
      throw failure;
    }
    return done;
  }

  private async outdatedPages(after: PagePlace | null): Promise<OutdatedPage[]> {
    return this.dataSource.query<OutdatedPage[]>(
      `select form_id, number, file_key from form_pages
       where profile_version <> $1 and ($2::uuid is null or (form_id, number) > ($2::uuid, $3::int))
       order by form_id, number
       limit $4`,
      [PROFILE_VERSION, after?.formId ?? null, after?.number ?? null, pagesPerJob],
    );
  }

  /** @throws DomainError UNAVAILABLE when that may work another time */
  private async rebuild({ form_id: formId, number, file_key: key }: OutdatedPage): Promise<boolean> {
    try {
      const { profile, version } = await this.vision.describePage(await this.files.get(key));
      await this.dataSource.query(
        `update form_pages set profile = $3, profile_version = $4 where form_id = $1 and number = $2`,
        [formId, number, Buffer.from(profile), version],
      );
      return true;
    } catch (error) {
      const reason = visionFailure(error);
      if (reason instanceof DomainError && reason.code === 'UNDECODABLE_IMAGE') {
        this.log.warn({ err: error, formId, number }, 'page cannot be described');
        return false;
      }
      // Deleted meanwhile: its picture went with it.
      const present = await this.dataSource.query<unknown[]>(
        `select 1 from form_pages where form_id = $1 and number = $2`,
        [formId, number],
      );
      if (present.length === 0) return false;
      throw reason;
    }
  }
}
