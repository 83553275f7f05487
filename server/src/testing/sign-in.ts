/** Signs in over HTTP and returns the cookie header of the session. `origin` is that of the product's pages. */
export async function signInWithPassword(
	url: string,
	origin: string,
	{ email, password }: { email: string; password: string },
): Promise<string> {
	const response = await fetch(`${url}/api/auth/sign-in/email`, {
		method: "POST",
		headers: { "content-type": "application/json", origin },
		body: JSON.stringify({ email, password }),
	});
	if (!response.ok) throw new Error(`sign-in failed: ${response.status} ${await response.text()}`);
	return response.headers
		.getSetCookie()
		.map((cookie) => cookie.split(";")[0])
		.join("; ");
}
