// The judge as the page knows it: one question at a time, and a new judge if one takes too long.

/** @typedef {{do: string, [key: string]: any}} Request */

const PATIENCE = 5000; // milliseconds for one question; more where even the start was slow
const USUAL = 4000; // milliseconds that a start takes

export class TooLong extends Error {}

export class Judge {
  /**
   * @param {() => Promise<ArrayBuffer | null>} pool imported cards
   * @param {(state: "starting" | "ready" | "failed", why?: string) => void} told
   */
  constructor(pool, told) {
    this.pool = pool;
    this.told = told;
    this.patience = PATIENCE;
    /** @type {Promise<unknown>} */
    this.last = Promise.resolve();
    /** @type {Promise<Worker>} */
    this.worker = this.begin();
  }

  /** @returns {Promise<Worker>} */
  async begin() {
    this.told("starting");
    const began = performance.now();
    const worker = new Worker(new URL("worker.js", document.baseURI), { type: "module" });
    try {
      const pool = await this.pool();
      await reply(worker, { id: 0, pool }, 300_000);
    } catch (error) {
      worker.terminate();
      this.told("failed", String(error));
      throw error;
    }
    this.patience = PATIENCE * Math.max(1, (performance.now() - began) / USUAL);
    this.told("ready");
    return worker;
  }

  /**
   * @param {Request} request @param {Record<string, ArrayBuffer>} [files] what it is to read
   * @returns {Promise<any>}
   */
  ask(request, files) {
    const turn = this.last.then(() => this.answer(request, files));
    this.last = turn.catch(() => {});
    return turn;
  }

  /** @param {Request} request @param {Record<string, ArrayBuffer>} [files] */
  async answer(request, files) {
    const worker = await this.worker;
    try {
      const patience = files ? 300_000 : this.patience;
      const told = await reply(worker, { id: 1, request: JSON.stringify(request), files }, patience);
      const answer = JSON.parse(told.answer);
      return files ? { ...answer, pool: told.pool } : answer;
    } catch (error) {
      if (error instanceof TooLong) {
        worker.terminate();
        this.worker = this.begin();
        this.worker.catch(() => {});
      }
      throw error;
    }
  }
}

/**
 * @param {Worker} worker @param {{id: number, [key: string]: any}} message @param {number} patience
 * @returns {Promise<{answer: string, pool?: ArrayBuffer}>}
 */
function reply(worker, message, patience) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new TooLong()), patience);
    worker.onmessage = ({ data }) => {
      clearTimeout(late);
      if (data.error) reject(new Error(data.error));
      else resolve(data);
    };
    worker.onerror = (event) => {
      clearTimeout(late);
      reject(new Error(event.message || "worker"));
    };
    worker.postMessage(message);
  });
}
