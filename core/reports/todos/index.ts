export { createTodos, type ReadWaitingPlans, type Todos } from './todos-service.ts';
export { type Todo, todosView, type TodosView, todoView } from './view.ts';
