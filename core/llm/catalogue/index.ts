export {
  API_FORMATS,
  type ApiFormat,
  type CatalogueRow,
  type CatalogueView,
  catalogueView,
  isModelName,
  type Price,
} from './catalogue-shape.ts';
export { createModels, type Models } from './models.ts';
export { type Catalogue, openCatalogue } from './open-catalogue.ts';
export { type Cost, createPrices, type Prices } from './prices.ts';
