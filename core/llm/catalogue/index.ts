export { type ApiFormat, type CatalogueView, catalogueView, isModelName } from './catalogue-shape.ts';
export { type Models } from './models.ts';
export { type Catalogue, openCatalogue } from './open-catalogue.ts';
export { type Prices } from './prices.ts';
