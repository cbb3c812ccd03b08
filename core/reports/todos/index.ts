export { createTodos, type ReadCalendarTask, type ReadWaitingPlans, type Todos } from './todos-service.ts';
export { todosView, type TodosView, todoView } from './view.ts';
