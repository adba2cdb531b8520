import { ApiProperty, ApiSchema } from '@nestjs/swagger';

const parts = (description: string, example: object) => ({
  type: 'object' as const,
  description,
  additionalProperties: {
    type: 'object' as const,
    required: ['status'],
    properties: { status: { type: 'string' as const, enum: ['up', 'down'] } },
    additionalProperties: true,
  },
  example,
});

const allUp = {
  database: { status: 'up' },
  queue: { status: 'up' },
  storage: { status: 'up' },
  vision: { status: 'up' },
};

/** What @nestjs/terminus answers; names in its own manner, as probes know them. */
@ApiSchema({ name: 'Health' })
export class HealthDto {
  @ApiProperty({ enum: ['ok', 'error', 'shutting_down'], example: 'ok' })
  status: string;

  @ApiProperty({ ...parts('The parts that work, by name.', allUp), selfRequired: false })
  info?: object;

  @ApiProperty({ ...parts('The parts that do not, by name.', {}), selfRequired: false })
  error?: object;

  @ApiProperty({ ...parts('All parts, by name.', allUp), selfRequired: false })
  details?: object;
}

@ApiSchema({ name: 'Liveness' })
export class LivenessDto {
  @ApiProperty({ enum: ['ok'], example: 'ok' })
  status: 'ok';
}
