import { expect, test } from "vitest";
import { ApiError, messageOf, readError, toastMessage, unreachable } from "./api-error.ts";

const json = (status: number, body: unknown, statusText = "") =>
	new Response(JSON.stringify(body), { status, statusText, headers: { "x-request-id": "r1" } });

test("SHELL-027 an HTTP error carries status, message, type and payload", async () => {
	const body = { detail: { type: "not_found", code: "voice_not_found", message: "No such voice.", request_id: "r2" } };
	expect(await readError(json(404, body))).toMatchObject({
		status: 404,
		message: "No such voice.",
		type: "not_found",
		code: "voice_not_found",
		payload: body,
		requestId: "r2",
	});
	expect(await readError(json(400, { msg: "From a proxy." }))).toMatchObject({
		status: 400,
		message: "From a proxy.",
		payload: { msg: "From a proxy." },
		requestId: "r1",
	});
	expect((await readError(json(400, { detail: { msg: "From the detail." } }))).message).toBe("From the detail.");
	const plain = await readError(new Response("<html>", { status: 418, statusText: "I'm a teapot" }));
	expect(plain).toMatchObject({ status: 418, message: "I'm a teapot", payload: null });
	expect((await readError(new Response("", { status: 418 }))).message).toBe("The server returned status 418.");
});

test("a validation error names the field and the problem", async () => {
	const errors = [{ loc: ["body", "text"], msg: "too long", type: "x" }];
	const body = { detail: { code: "invalid_parameters", message: "text: too long", type: "validation_error", errors } };
	const error = await readError(json(422, body));
	expect(error).toMatchObject({
		status: 422,
		code: "invalid_parameters",
		type: "validation_error",
		message: "text: too long",
	});
});

test("a validation message that is a sentence is shown without the name of the field", async () => {
	const issue = { loc: ["body", "domain"], msg: "Enter a domain, such as example.com.", type: "x" };
	const detail = { code: "invalid_parameters", message: `domain: ${issue.msg}`, type: "validation_error" };
	expect((await readError(json(422, { detail: { ...detail, errors: [issue] } }))).message).toBe(issue.msg);
});

test("a 502 from a proxy counts as unreachable and keeps its status", async () => {
	const error = await readError(new Response("", { status: 502, statusText: "Bad Gateway" }));
	expect(error).toMatchObject({ status: 502, code: "unreachable", message: "Bad Gateway" });
	expect(messageOf(error)).toBe("The server isn't responding. Wait a moment and try again.");
});

test("a status text is never shown; a message of the server is", async () => {
	const html = (status: number, statusText: string) => readError(new Response("<html>", { status, statusText }));
	for (const [status, text] of [
		[500, "Internal Server Error"],
		[413, "Payload Too Large"],
	] as const) {
		const error = await html(status, text);
		expect(messageOf(error)).toBe(`The server returned an unexpected response (status ${status}). Try again later.`);
		expect(toastMessage(error)).not.toContain(text);
	}
	expect(messageOf(await readError(json(400, { msg: "From a proxy." })))).toBe("From a proxy.");
});

test("SHELL-028 a network failure becomes 'Network error'", () => {
	expect(unreachable()).toMatchObject({ status: 0, message: "Network error", type: "network_error" });
	expect(toastMessage(unreachable())).toBe("Network error");
});

test("SHELL-029 a toast for a status below 500 shows the server message", () => {
	expect(toastMessage(new ApiError(499, "unknown", "Not like this."), "Not saved.")).toBe("Not like this.");
});

test("SHELL-030 a toast for any other status shows the fallback or a generic message", () => {
	const broken = new ApiError(500, "internal_error", "relation does not exist");
	expect(toastMessage(broken, "Not saved.")).toBe("Not saved.");
	expect(toastMessage(broken)).toBe("Something went wrong, please try again later.");
	expect(toastMessage("a text")).toBe("Something went wrong, please try again later.");
	expect(toastMessage(new Error("Failed to read blob"))).toBe("Failed to read blob");
});
