export { createTodos, type ReadCalendarTask, type ReadTradingTasks, type Todos } from './todos-service.ts';
export { todosView, type TodosView, todoView } from './view.ts';
