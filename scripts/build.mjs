import { buildProduct } from './build/build-product.mjs';

await buildProduct();
