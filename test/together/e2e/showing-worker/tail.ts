// The destination of the other Worker's logs, like a service that stores them: keeps them for the test.

const told: TraceItem[] = [];

export default {
  tail(items: TraceItem[]): void {
    told.push(...items);
  },
  fetch(): Response {
    return Response.json(told);
  },
};
