import { ApiHeader } from '@nestjs/swagger';

/** Describes the header in the document of each operation with a parameter for it. */
export function headerOfOperation(name: string, description: string, schema: object): ParameterDecorator {
  return (target, method) => {
    const descriptor = method && Object.getOwnPropertyDescriptor(target, method);
    if (!descriptor) throw new Error(`${name} is a parameter of a controller's method`);
    ApiHeader({ name, required: false, description, schema })(target, method, descriptor);
  };
}
