// Before the routes: an order that is being cancelled takes no other work.
import { type NextRequest, NextResponse } from "next/server";
import { locks } from "./lib/locks";

export const config = { matcher: "/api/node/:id*" };

export async function proxy(request: NextRequest): Promise<NextResponse> {
  const id = request.nextUrl.pathname.split("/").at(-1);
  if (await locks().lock(`cancel:${id}`).isLocked()) return new NextResponse("being cancelled", { status: 409 });
  return NextResponse.next({ headers: { "x-checked": "yes" } });
}
