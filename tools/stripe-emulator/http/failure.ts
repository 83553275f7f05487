/** An error in the shape that Stripe's clients understand. */
export class Failure extends Error {
	readonly status: number;
	readonly details: { type: string; code?: string; message: string; param?: string; decline_code?: string };

	constructor(status: number, details: Failure["details"]) {
		super(details.message);
		this.status = status;
		this.details = details;
	}
}

export const invalid = (message: string, param?: string, code?: string): Failure =>
	new Failure(400, {
		type: "invalid_request_error",
		message,
		...(param === undefined ? {} : { param }),
		...(code === undefined ? {} : { code }),
	});

export const missing = (kind: string, id: string, param = "id"): Failure =>
	new Failure(404, {
		type: "invalid_request_error",
		code: "resource_missing",
		message: `No such ${kind}: '${id}'`,
		param,
	});

export const declined = (message: string, declineCode: string): Failure =>
	new Failure(402, { type: "card_error", code: "card_declined", decline_code: declineCode, message });
