// Where the logs of the other Worker arrive, as in a service that stores them: kept until the test asks for them.

const told: TraceItem[] = [];

export default {
  tail(items: TraceItem[]): void {
    told.push(...items);
  },
  fetch(): Response {
    return Response.json(told);
  },
};
