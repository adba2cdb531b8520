import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Jest's environment for Node, in a context whose global object is a plain one. Jest's own is a proxy, which is asked
 * for `Math` or `Uint8Array` at every use: loops over every px took up to twice as long in a test as they do in the
 * service.
 */
export default class PlainContext extends TestEnvironment {
  constructor(...args: ConstructorParameters<typeof TestEnvironment>) {
    const { createContext } = vm;
    // The base class makes its context in its constructor and offers no way to say which.
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...args);
    } finally {
      vm.createContext = createContext;
    }
  }
}
