import { type Schema, SchemaCheck } from './openapi-schema-check.js';

interface MediaType {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface AnswerDescription {
  /** To `components.responses`, in place of all else. */
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, MediaType>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  responses: Record<string, AnswerDescription>;
  requestBody?: { content: Record<string, MediaType> };
}

/** The parts of the document that answers are checked against. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, AnswerDescription> };
}

/** Checks answers of the service against the document: status, headers, media type and body. */
export class AnswerCheck {
  private readonly schemas: SchemaCheck;
  /** What has been checked, as `operation status`. */
  readonly seen = new Set<string>();

  constructor(private readonly document: OpenApiDocument) {
    this.schemas = new SchemaCheck(document.components.schemas);
  }

  /**
   * @param path as the document has it, with its parameters' names
   * @param response left unread
   * @throws Error saying what the document does not allow
   */
  async check(method: string, path: string, response: Response): Promise<void> {
    const operation = this.document.paths[path]?.[method.toLowerCase()];
    if (!operation) throw new Error(`${method} ${path} is not in the document`);
    const name = `${operation.operationId} ${response.status}`;
    if (!operation.responses[response.status]) throw new Error(`${name} is not in the document`);
    const answer = this.resolve(operation.responses[response.status]);
    const problems = Object.keys(answer.headers ?? {})
      .filter((header) => !response.headers.has(header))
      .map((header) => `header ${header} is missing`);
    const body = await response.clone().arrayBuffer();
    const type = response.headers.get('Content-Type')?.split(';')[0];
    const media = type === undefined ? undefined : answer.content?.[type];
    if (media?.schema && type === 'application/json') {
      problems.push(...this.schemas.problems(JSON.parse(new TextDecoder().decode(body)), media.schema));
    } else if (!media && (answer.content || body.byteLength > 0)) {
      problems.push(`the document has no ${type}`);
    }
    if (problems.length > 0) throw new Error(`${name}: ${problems.join('; ')}`);
    this.seen.add(name);
  }

  /** What is wrong with the examples of the document itself. */
  problemsOfExamples(): string[] {
    return this.operations().flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, response]) =>
        Object.values(this.resolve(response).content ?? {}).flatMap(({ schema, example, examples = {} }) => {
          const values = Object.values(examples).map(({ value }) => value);
          if (example !== undefined) values.push(example);
          if (!schema) return [`${operationId} ${status}: no schema`];
          if (schema.format !== 'binary' && values.length === 0)
            return [`${operationId} ${status}: no example`];
          return values.flatMap((value) => this.schemas.problems(value, schema, `${operationId} ${status}`));
        }),
      ),
    );
  }

  private resolve(answer: AnswerDescription): AnswerDescription {
    if (answer.$ref === undefined) return answer;
    const shared = this.document.components.responses[answer.$ref.replace('#/components/responses/', '')];
    if (!shared) throw new Error(`${answer.$ref} leads nowhere`);
    return shared;
  }

  operations(): Operation[] {
    return Object.values(this.document.paths).flatMap((path) => Object.values(path));
  }
}
